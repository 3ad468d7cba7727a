occ ../input/samples/logs/nvcc13.0_debugG_rdc_b_sm86.log -b 256
