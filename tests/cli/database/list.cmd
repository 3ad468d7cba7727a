occ --list-devices
