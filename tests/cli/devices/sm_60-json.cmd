occ -d sm_60 -b 192 -r 40 -s 12K --json
