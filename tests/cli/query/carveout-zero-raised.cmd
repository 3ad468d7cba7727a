occ -d sm_75 -b 256 -r 32 -s 40K --carveout 0 --explain
