echo nothing | occ ../input/samples/fatbins/libsmall.so -b 256 --baseline /dev/stdin
