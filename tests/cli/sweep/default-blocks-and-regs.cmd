occ -d sm_89 --sweep -r 32,64 --csv | cut -d , -f 1-3,13 | sed -n "1,5p;\$p"
