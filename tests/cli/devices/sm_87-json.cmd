occ -d sm_87 -b 192 -r 40 -s 12K --json
