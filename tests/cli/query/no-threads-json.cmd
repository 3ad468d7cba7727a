occ -d sm_89 -b 1025 -r 32 --json
