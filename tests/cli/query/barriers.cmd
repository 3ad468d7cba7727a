occ -d sm_90 -b 32 -r 16 --barriers 3
