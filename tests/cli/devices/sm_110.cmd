occ -d sm_110 -b 192 -r 40 -s 12K --explain
