occ -d all --sweep -r 0..64 --csv | head -n 1
