occ -d sm_89 -b 256 -r 48 -s 16K --sweep --svg -
