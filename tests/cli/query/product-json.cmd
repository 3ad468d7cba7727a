occ -d "RTX 3060 Ti" -b 256 -r 64 --json
