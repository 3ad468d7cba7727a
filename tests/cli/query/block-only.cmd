occ -d sm_90 -b 256
