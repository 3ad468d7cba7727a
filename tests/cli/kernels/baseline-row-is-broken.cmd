occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --json | sed 's/"occupancy": 1/"occupancy": "all"/' | occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --baseline /dev/stdin
