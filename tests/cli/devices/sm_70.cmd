occ -d sm_70 -b 192 -r 40 -s 12K --explain
