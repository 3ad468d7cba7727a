occ -d sm_89 -b 128 -r 32 --cluster 2
