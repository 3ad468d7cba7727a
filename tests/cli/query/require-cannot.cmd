occ -d sm_89 -b 2048 --require 0 --csv
