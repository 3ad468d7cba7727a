occ -d sm_86 -b 32 --target 100 --json
