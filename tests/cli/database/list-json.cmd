occ --list-devices --json
