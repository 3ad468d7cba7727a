occ -d sm_89 -b 256 -r 32 --with block=128,regs=64,smem=8K --json
