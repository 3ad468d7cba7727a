printf 'id,threads_per_block\na\000b,256\n1,2\0005\n2,64\n' | occ -d sm_89 --batch - --json=compact
