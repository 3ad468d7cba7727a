occ -d sm_8 -b 256 2>&-
