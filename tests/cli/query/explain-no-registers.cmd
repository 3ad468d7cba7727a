occ -d sm_50 -b 256 --explain
