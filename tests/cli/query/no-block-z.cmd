occ -d sm_89 -b 1x1x65 -r 32
