occ -d sm_90a -b 256 -r 64 --csv
