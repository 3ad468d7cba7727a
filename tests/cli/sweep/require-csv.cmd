occ -d sm_86 -b 64,128,256 -r 40 --csv --require 75
