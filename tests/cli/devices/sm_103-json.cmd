occ -d sm_103 -b 192 -r 40 -s 12K --json
