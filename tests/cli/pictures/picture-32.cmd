occ -d sm_90 -b 32 --picture
