TERM=dumb LC_ALL=C.UTF-8 script -qec "occ -d sm_89 -b 256 -r 48" /dev/null | tr -d "\r" | sed "s/$(printf "\033")/ESC/g" | sed -n 1p\;14p
