occ -d ../data/textbook_sm.json -b 160
