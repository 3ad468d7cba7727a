occ -d sm_62 -b 192 -r 40 -s 12K --explain
