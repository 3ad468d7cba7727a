printf 'id,device,threads_per_block\n7,sm_89,256\n"q""\\",sm_61,bad\n,sm_75,64\n' | occ --batch - --json=compact
