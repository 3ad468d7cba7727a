occ -d sm_89 --help | head -n 1
