occ -d sm_72 -b 192 -r 40 -s 12K --explain
