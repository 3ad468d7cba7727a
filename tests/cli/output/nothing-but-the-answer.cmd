occ -d sm_89 -b 2048 --json > /dev/null
