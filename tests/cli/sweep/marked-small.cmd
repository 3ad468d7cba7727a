occ -d sm_86 -b 1 -r 32 --sweep
