occ -d all --sweep -r 0..255 --json > /dev/full
