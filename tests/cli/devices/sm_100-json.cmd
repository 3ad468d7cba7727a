occ -d sm_100 -b 192 -r 40 -s 12K --json
