occ -d sm_80 -b 256 -r 32 -s 8K --carveout 32K
