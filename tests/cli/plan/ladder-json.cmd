occ -d sm_89 -b 256 -r 32 --ladder --json
