occ -d sm_86 -b 512 -r 40 --launch-bounds 512,4 --json
