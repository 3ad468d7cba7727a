occ -d sm_89 -b 512 -r 32 --launch-bounds 256
