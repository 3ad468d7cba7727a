occ -d sm_90 -b 256 -r 32 --cluster 4 --sms 20 --gpc 8,6,6 --json
