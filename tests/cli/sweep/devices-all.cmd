occ -d all -b 256 -r 64 -s 48K
