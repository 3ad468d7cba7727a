occ -d files/textbook.json -b 160
