occ -d sm_89 --sweep -r 0..255 --csv > /dev/full
