occ -d sm_89 -b 256 -r 48 -s 16K --color=always | sed "s/$(printf "\033")/ESC/g"
