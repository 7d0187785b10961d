#!/usr/bin/env bash
# gather.sh FOLDER: the style sheets and icons of sources.tsv from npm, each unpacked into a folder of its own. Pages are drawn with them; none of it is shipped.
set -euo pipefail
list=$(cd "$(dirname "$0")" && pwd)/sources.tsv
mkdir -p "$1" && cd "$1"
tail -n +2 "$list" | while IFS=$'\t' read -r folder package _; do
  [ -d "$folder" ] && continue
  file=$(npm pack --silent "$package" < /dev/null | tail -1)
  mkdir "$folder" && tar xzf "$file" -C "$folder" && rm "$file"
done
