occ -d sm_121 -b 192 -r 40 -s 12K --explain
