occ -d sm_89 -b 64,128 -r 32,64 -s 0,8K
