occ --show-device cuda --json | sed 's/CUDA driver 13.0[^"]*/CUDA driver 13.0/'
