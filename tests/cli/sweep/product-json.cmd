occ -d sm_89,sm_90 -b 64,128 -r 32 -s 0,8K --json
