occ -d sm_86 -b 2000 -r 32 --sweep
