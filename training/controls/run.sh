#!/usr/bin/env bash
# run.sh SECONDS OUT: trains for so long beside other work (at most four processes), from the folder of this script. A run that dies goes on from its checkpoint, more carefully.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd); seconds=$1; out=$2; mkdir -p "$out"; began=$(date +%s)
export OMP_NUM_THREADS=2 PYTHONUNBUFFERED=1
for options in "--batch 64" "--batch 32" "--batch 16 --plain 1" "--batch 8 --plain 1"; do
  left=$((seconds - ($(date +%s) - began))); [ "$left" -lt 45 ] && break
  [ -e "$out/net.pt" ] && options="$options --resume $out/net.pt --rate 1e-3"
  python3 "$here/train.py" --data "$here" --out "$out" --seconds "$left" $options >> "$out/console.txt" 2>&1 && break
  echo "ended with $?: trying more carefully" >> "$out/console.txt"
done
tail -c 4000 "$out/console.txt"
