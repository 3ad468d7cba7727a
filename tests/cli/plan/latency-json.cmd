occ -d sm_90 -b 256 -r 32 --latency 400 --json
