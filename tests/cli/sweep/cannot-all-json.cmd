occ -d sm_86 -b 1024,1056 -r 92 --json
