occ --show-device sm_89
