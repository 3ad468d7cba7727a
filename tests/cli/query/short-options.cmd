occ -dsm_89 -b256 -r48 -s16K --csv
