occ -d sm_89 -b 256 -r 40 --require 100
