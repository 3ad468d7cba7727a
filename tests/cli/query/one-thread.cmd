occ -d sm_75 -b 1 -r 16
