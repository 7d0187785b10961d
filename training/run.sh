#!/usr/bin/env bash
# On the training machine: run.sh start SECONDS unpacks the data and starts training in a session of its own; run.sh wait SECONDS SCHEDULE follows it and
# brings the newest checkpoint and log to $OUT. SCHEDULE, when given, is the new length of the whole run.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=/tmp/reader; data=$work/pack
case $1 in
  start)
    mkdir -p $work/out && tar xf .training-data/pack.tar.xz -C $work && cp "$here"/*.py $work/
    if ! LD_LIBRARY_PATH= python3 -c "import ctypes; ctypes.CDLL('$data/draw.so')"; then gcc -O3 -march=native -ffast-math -shared -fPIC -w $(pkg-config --cflags freetype2 harfbuzz) "$here/draw.c" -o $data/draw.so -lfreetype -lharfbuzz -lm || exit 1; fi
    nproc; nvidia-smi --query-gpu=name --format=csv,noheader
    cd $work && PYTHONUNBUFFERED=1 setsid nohup python3 train.py --data $data --out $work/out --seconds $2 ${4:---start $data/start.pkl} ${5:-} ${6:-} ${7:-} > $work/out/log.txt 2>&1 < /dev/null &
    for _ in $(seq 1 "$3"); do [ -e $work/out/done ] && break; sleep 1; done ;;
  wait)
    [ -n "${3:-}" ] && echo "$3" > $work/out/seconds
    for _ in $(seq 1 "$2"); do [ -e $work/out/done ] && break; sleep 1; done ;;
esac
cp $work/out/log.txt "$OUT/" ; cp $work/out/net.pt "$OUT/" 2>/dev/null; cp $work/out/final.pt "$OUT/" 2>/dev/null; tail -60 $work/out/log.txt; uptime
