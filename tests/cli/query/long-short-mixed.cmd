occ --dev=sm_89 --bl=256 --reg=48 --sm=16K --csv
