printf 'id,threads_per_block,id\n1,256,2\n' | occ -d sm_89 --batch -
