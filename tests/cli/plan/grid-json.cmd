occ -d "h100 sxm" -b 256 -r 32 --grid 1000 --json
