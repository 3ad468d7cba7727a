occ -d sm_80 -b 192 -r 40 -s 12K --json
