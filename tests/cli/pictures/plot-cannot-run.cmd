occ -d sm_90 -b 1024 -r 80 --plot
