occ -d sm_89 -b 256 -s 101377
