occ -d sm_60 -b 96 -r 40 -s 1K --picture
