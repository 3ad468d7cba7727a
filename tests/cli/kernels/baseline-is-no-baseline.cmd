occ -d sm_90 -b 256 --json | occ ../input/samples/fatbins/libsmall.so -b 256 --baseline /dev/stdin
