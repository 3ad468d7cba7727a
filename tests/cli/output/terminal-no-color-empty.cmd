NO_COLOR= TERM=xterm script -qec "occ -d sm_89 -b 256 -r 48" /dev/null | tr -d "\r" | sed "s/$(printf "\033")/ESC/g" | grep -c ESC
