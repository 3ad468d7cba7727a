occ --version >&-
