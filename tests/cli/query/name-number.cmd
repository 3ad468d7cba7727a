occ -d 89 -b 256 -r 64 --csv
