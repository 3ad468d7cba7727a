occ -d sm_90 -b 416 -r 162
