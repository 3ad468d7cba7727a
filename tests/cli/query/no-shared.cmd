occ -d sm_86 -b 256 -r 32 -s 128K
