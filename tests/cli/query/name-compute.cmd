occ -d compute_89 -b 256 -r 64 --csv
