occ -d sm_89,sm_90 -b 256 --ladder --json
