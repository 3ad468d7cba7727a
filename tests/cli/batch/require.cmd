printf 'threads_per_block\n256\n2048\n' | occ -d sm_89 --batch - --csv --require 50
