occ -d "rtx 4090" -b 256 -r 64
