occ -d sm_89 -b 96 -r 252 --picture --svg -
