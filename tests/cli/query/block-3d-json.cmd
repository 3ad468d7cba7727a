occ -d sm_80 -b 32x8x2 -r 32 --json
