occ -d sm_86 -b 64,128 -r 32 --static-smem 1K --dynamic-smem 1K,8*block
