TERM=xterm LC_ALL=C.UTF-8 script -qec "occ -d sm_89 -b 256 -r 48 --ascii --color=never" /dev/null | tr -d "\r" | LC_ALL=C grep -c "[^ -~]"
