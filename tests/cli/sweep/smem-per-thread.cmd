occ -d sm_86 -b 64..512:64 -r 32 -s 1K+8*block
