occ -d sm_120 -b 192 -r 40 -s 12K --json
