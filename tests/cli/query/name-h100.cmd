occ -d "H100 SXM" -b 256 -r 64 --csv
