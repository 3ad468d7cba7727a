occ -d sm_52 -b 192 -r 40 -s 12K --json
