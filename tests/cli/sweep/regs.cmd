occ -d sm_80 -b 256 -r 24..72:8
