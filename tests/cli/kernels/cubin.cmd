occ ../input/samples/cubins/small_sm90.cubin -b 256
