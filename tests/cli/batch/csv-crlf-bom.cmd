printf '\357\273\277id,threads_per_block\r\n1,256\r\n2,512' | occ -d sm_86 --batch -
