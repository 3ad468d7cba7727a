printf 'id,device\n1,sm_89\n' | occ --batch -
