occ -d sm_86 -b 64,128 -r 40 --require 66.6666
