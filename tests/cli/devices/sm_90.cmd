occ -d sm_90 -b 192 -r 40 -s 12K --explain
