for f in ../../devices/*.json; do
    name=$(basename "$f" .json)
    [ -e "devices/$name.cmd" ] && [ -e "devices/$name-json.cmd" ] || echo "no cases for $name"
done
