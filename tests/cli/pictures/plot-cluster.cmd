occ -d sm_90 -b 64 -r 32 --cluster 4 --sweep --plot
