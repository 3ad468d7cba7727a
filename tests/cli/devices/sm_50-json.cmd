occ -d sm_50 -b 192 -r 40 -s 12K --json
