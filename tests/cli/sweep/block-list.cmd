occ -d sm_90 -b 64,16x16,8x8x8 -r 48
