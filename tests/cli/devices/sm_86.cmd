occ -d sm_86 -b 192 -r 40 -s 12K --explain
