LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 occ -d sm_89 -b 256 -r 48 -s 16K --json | cmp - query/readme-json.stdout
