occ -d sm_89 -b 32 -r 256
