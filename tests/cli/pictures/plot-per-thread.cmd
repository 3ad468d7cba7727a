occ -d sm_90 -b 32..1024:32 -s 1K+24*block --plot
