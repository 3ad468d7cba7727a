occ -d sm_89 -b 192 -r 40 -s 12K --explain
