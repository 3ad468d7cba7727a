occ -d sm_80 -b 128 -r 40 --static-smem 1K --dynamic-smem 24K
