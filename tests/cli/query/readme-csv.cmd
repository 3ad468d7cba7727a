occ --device sm_89 --block 256 --smem 16K --regs 48 --csv
