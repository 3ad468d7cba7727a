occ --show-device "h100 pcie" | head -n 3
