occ -d sm_86 -b 224 -r 92 --sweep
