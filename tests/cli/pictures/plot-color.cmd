occ -d sm_89 -b 256 -r 40,48 --plot --color=always | sed 's/\x1b/ESC/g'
