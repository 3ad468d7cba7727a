occ -d sm_89 -b 256 -r 48 | grep -c "$(printf "\033")"
