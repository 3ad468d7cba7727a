occ -d sm_60 -r 32,64,96 -s 0..48K:4K -b 128 --plot
