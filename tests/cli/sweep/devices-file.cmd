occ -d files/textbook.json,sm_80 -b 256 -s 20K
