occ -d sm_89 -b 2048 -r 48 --color=always | sed "s/$(printf "\033")/ESC/g"
