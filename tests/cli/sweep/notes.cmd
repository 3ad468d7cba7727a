occ -d sm_90 -b 128,256 -s 0,96K --cluster 4 --launch-bounds 256,16
