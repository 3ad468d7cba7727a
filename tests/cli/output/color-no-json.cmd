occ -d sm_89 -b 256 -r 48 --json --color=always | grep -c "$(printf "\033")"
