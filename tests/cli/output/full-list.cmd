occ --list-devices --json > /dev/full
