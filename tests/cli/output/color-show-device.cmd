occ --show-device sm_89 --color=always | head -n 6 | sed "s/$(printf "\033")/ESC/g"
