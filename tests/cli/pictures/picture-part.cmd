occ -d sm_90 -b 96 -r 252 --picture
