d=$(mktemp -d) && echo old >$d/a.svg && occ -d sm_89 -b 0 --svg $d/a.svg; cat $d/a.svg; ls $d; rm -r $d
