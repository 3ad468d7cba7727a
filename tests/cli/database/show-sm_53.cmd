occ --show-device 5.3
