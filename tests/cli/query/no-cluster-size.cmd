occ -d sm_90 -b 128 -r 32 --cluster 32
