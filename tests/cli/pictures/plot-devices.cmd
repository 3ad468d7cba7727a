occ -d sm_60,sm_90 -b 256 -r 16..64:8 --plot
