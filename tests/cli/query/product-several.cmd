occ -d "A100" -b 256 -r 64
