occ -d sm_61 -b 192 -r 40 -s 12K --explain
