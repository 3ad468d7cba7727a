OCC_DEVICE_DIR=files/devices occ -d sm_89 -b 256 --json
