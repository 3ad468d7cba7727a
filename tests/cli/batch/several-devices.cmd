printf 'threads_per_block\n256\n' | occ -d sm_89,sm_90 --batch -
