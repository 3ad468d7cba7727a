occ -d sm_89 -r 40 --sweep
