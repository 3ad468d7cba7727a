occ -d SM_89 -b 256 -r 64 --csv
