occ -d "rtx 4090,h100 sxm,NVIDIA A100-SXM4-80GB" -b 256 -r 64
