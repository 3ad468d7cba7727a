occ --help > /dev/full
