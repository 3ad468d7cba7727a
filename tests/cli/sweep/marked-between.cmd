occ -d sm_86 -b 100 -r 32 --sweep
