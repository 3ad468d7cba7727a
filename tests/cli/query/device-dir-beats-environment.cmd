OCC_DEVICE_DIR=files/devices occ --device-dir ../../devices -d sm_89 -b 256 --csv
