occ --help
