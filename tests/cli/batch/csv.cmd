printf 'id,device,threads_per_block,registers_per_thread,shared_bytes\na,sm_89,256,48,16384\nb,sm_90,32,8,12288\nc,sm_80,1024,65,0\n' | occ --batch -
