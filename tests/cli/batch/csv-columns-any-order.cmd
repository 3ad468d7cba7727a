printf 'shared_bytes,threads_per_block,barriers,carveout_percent,device,id\n4000,64,,50,sm_89,1\n,33,16,,rtx 4090,"a, ""b"""\n' | occ --batch -
