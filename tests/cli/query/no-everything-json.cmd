occ -d sm_86 -b 32x64x80 -r 300 -s 1024K --barriers 16 --cluster 4 --launch-bounds 64 --json
