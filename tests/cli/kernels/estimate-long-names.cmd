occ ../input/samples/cubins/kernels_sm90.cubin -d sm_120 -b 64
