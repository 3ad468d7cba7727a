occ -d sm_86 -b 256 -r 32,32 --sweep
