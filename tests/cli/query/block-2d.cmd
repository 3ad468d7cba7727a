occ -d sm_80 -b 16x16 -r 32
