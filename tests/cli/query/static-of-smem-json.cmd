occ -d sm_80 -b 128 -r 40 -s 25K --static-smem 1K --json
