occ -d sm_60 -b 96 -r 104 -s 5000 --explain
