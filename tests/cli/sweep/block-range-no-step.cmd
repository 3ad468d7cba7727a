occ -d sm_90 -b 30..34 -r 48
