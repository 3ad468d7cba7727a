occ -d sm_80 -b 8x8,16x8,64x8 -r 40 --plot
