occ -d ../data/textbook_sm.json,sm_80 -b 256 -s 20K
