occ -d sm_89 --batch - </dev/null
