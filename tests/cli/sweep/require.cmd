occ -d sm_86 -b 64..256:64 -r 40 --require 66.66
