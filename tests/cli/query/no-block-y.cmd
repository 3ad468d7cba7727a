occ -d sm_89 -b 1x2048 -r 32
