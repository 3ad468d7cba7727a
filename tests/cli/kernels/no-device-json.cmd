occ ../input/samples/logs/nvcc13.0_rdc_resusage_sm86.log -b 256 --json
