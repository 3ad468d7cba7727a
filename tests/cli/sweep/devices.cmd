occ -d sm_80,sm_86,sm_89,sm_90 -b 256 -r 64
