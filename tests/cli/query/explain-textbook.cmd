occ -d sm_80 -b 224 -r 92 --explain
