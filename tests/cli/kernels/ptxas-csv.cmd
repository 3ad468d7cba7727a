occ --from ../input/samples/logs/cxxfilt_piped_sm86.log -b 128 --csv
