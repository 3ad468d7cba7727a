occ -d sm_89 -b 256 --target-blocks 6 --json
