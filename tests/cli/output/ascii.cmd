LC_ALL=C.UTF-8 occ -d sm_89 -b 256 -r 48 -s 16K --ascii | LC_ALL=C grep -c "[^ -~]"
