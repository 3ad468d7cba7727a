occ -d sm_100f -b 256 -r 64 --csv
