#!/usr/bin/env bash
# On the training machine, from the root of the tree: `run.sh start WAIT PACK -- OPTIONS OF train.py` starts a run in a session of its own, from the released weights;
# `run.sh wait WAIT` follows it. Both bring the newest checkpoints and the log to $OUT after WAIT seconds, or when it has ended. CHROMIUM is for --screens.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=/tmp/reader; data=$work/pack
case $1 in
  start)
    wait=$2; mkdir -p $work/out && cp -r "$3" $data && cp -r "$here" $work/code && shift 4
    loads() { python3 -c "import ctypes; ctypes.CDLL('$data/draw.so')"; }
    # The libraries that the pack brings, where the machine has none; or one that is built there.
    loads || { export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}:$data/lib; loads; } || gcc -O3 -march=native -ffast-math -shared -fPIC -w $(pkg-config --cflags freetype2 harfbuzz) "$here/draw.c" -o $data/draw.so -lfreetype -lharfbuzz -lm || exit 1
    python3 "$here/start.py" "$here/../packages/reader-weights" $data/start.pkl || exit 1
    cd $work/code && PYTHONUNBUFFERED=1 setsid nohup python3 train.py --data $data --out $work/out --start $data/start.pkl "$@" > $work/out/log.txt 2>&1 < /dev/null & ;;
  wait) wait=$2 ;;
esac
for _ in $(seq 1 "$wait"); do [ -e $work/out/done ] && break; sleep 1; done
mkdir -p "$OUT/reader" && cp $work/out/log.txt "$OUT/reader/"; for f in mean.pt final.pt net.pt; do [ -e $work/out/$f ] && cp $work/out/$f "$OUT/reader/"; [ -e $work/out/final.pt ] && [ $f = final.pt ] && break; done
tail -25 $work/out/log.txt; uptime
