occ -d sm_80,8.6 -b 256 -r 64 --json
