occ -d sm_80,sm_90 -b 256 -r 32 -s 8K,32K --carveout 32K
