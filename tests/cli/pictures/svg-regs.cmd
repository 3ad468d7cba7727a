occ -d sm_89 -b 256 -r 16..128:8 -s 16K --svg -
