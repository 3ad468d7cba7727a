d=$(mktemp -d) && occ -d sm_89 -b 256 -r 40,48 --svg $d/a.svg && occ -d sm_89 -b 256 -r 40,48 --svg - | cmp - $d/a.svg && ls $d && rm -r $d
