yes '{"threads_per_block":256}' | occ -d sm_89 --batch - >/dev/full
