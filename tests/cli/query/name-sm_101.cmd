occ -d sm_101 -b 256 -r 64 --csv
