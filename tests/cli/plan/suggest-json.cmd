occ -d sm_89 -r 48 --suggest --json
