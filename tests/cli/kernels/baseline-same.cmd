occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --json | occ ../input/samples/fatbins/libsmall.so -b 256 -d sm_90 --baseline /dev/stdin
