occ ../input/samples/logs/nvcc13.0_multiarch_small.log --kernel plain -d sm_90 -b 256 --plot
