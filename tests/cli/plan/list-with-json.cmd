occ -d sm_89,sm_90 -b 256 -r 32 --with block=128,regs=64 --json
