occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --json | sed 's/"kernel": "plain"/"kernel": "simple"/' | occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --baseline /dev/stdin
