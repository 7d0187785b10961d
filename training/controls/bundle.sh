#!/usr/bin/env bash
# bundle.sh ASSETS FONTS OUT: what draws pages, for a browser without a Node beside it: pages.js (the scripts) and train.json, held.json (style sheets, icons, fonts).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); mkdir -p "$3"
printf 'export { pageOf } from "%s/pages.ts"; export { readyInPage, truthsInPage } from "%s/truth.ts";' "$here" "$here" |
  npx esbuild --bundle --format=iife --global-name=drawing --loader=ts > "$3/pages.js"
for set in train held; do
  node -e 'import(process.argv[1]).then(({ assetsIn }) => process.stdout.write(JSON.stringify(assetsIn(process.argv[2], process.argv[3], process.argv[4] === "held"))))' \
    "$here/assets.ts" "$1" "$2" "$set" > "$3/$set.json"
done
