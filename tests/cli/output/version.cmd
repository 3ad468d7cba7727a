occ --version
