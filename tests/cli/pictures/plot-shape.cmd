occ -d sm_86 -b 10x10 -r 40 --sweep --plot
