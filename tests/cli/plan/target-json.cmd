occ -d sm_89 -b 128,256 --target 75 --json
