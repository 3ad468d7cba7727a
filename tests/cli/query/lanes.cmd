occ -d sm_86 -b 33 -r 32
