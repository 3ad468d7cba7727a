occ -d sm_86 -b 16x16 -r 32 --sweep
