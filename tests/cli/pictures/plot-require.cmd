occ -d sm_89 -b 128,256 -r 64 --plot --require 90
