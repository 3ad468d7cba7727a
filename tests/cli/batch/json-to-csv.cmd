printf '%s\n' '{"id":"a,b","threads_per_block":256}' '{"id":12,"threads_per_block":0}' | occ -d sm_89 --batch - --csv
