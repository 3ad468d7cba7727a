for f in ../../devices/*.json; do
    occ --show-device "$(basename "$f" .json)" --json | cmp - "$f"
done
