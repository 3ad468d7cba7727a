occ -d 8.9 -b 256 -r 64 --csv
