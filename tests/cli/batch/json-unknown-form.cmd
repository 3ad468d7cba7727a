occ -d sm_89 -b 256 --json=pretty
