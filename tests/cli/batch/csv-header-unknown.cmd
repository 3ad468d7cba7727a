printf 'id,threads\n1,256\n' | occ -d sm_89 --batch -
