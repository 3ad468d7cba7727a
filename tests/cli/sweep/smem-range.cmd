occ -d sm_89 -b 64 -r 40 -s 1K..1.5K:128
