occ -d sm_75 -b 192 -r 40 -s 12K --json
