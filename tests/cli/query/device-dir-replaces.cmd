occ --device-dir files/devices -d sm_89 -b 256
