NO_COLOR=1 occ -d sm_89 -b 256 -r 48 --color=always | grep -c "$(printf "\033")"
