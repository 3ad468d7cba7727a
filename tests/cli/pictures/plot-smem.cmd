occ -d sm_90 -b 128 -s 8K..64K:8K --carveout 32K --plot
