# 496 million answers: each is written when it is found.
occ -d all --sweep -b 1..1024 -r 1..255 -s 0..99K:1K --csv | head -3
