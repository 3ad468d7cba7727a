occ -d sm_53 -b 192 -r 40 -s 12K --json
