occ -d sm_86 -b 128 -r 32 -s 1K+8*block
