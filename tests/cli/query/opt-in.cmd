occ -d sm_90 -b 256 -r 64 -s 96K
