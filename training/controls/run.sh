#!/usr/bin/env bash
# On the training machine, with the parts that pack.sh made in .cache: run.sh start SECONDS WAIT [OPTIONS of train.py] unpacks them and starts training in a session
# of its own (TRAIN=train_second.py: the second network); run.sh wait SECONDS [SCHEDULE] follows it; SCHEDULE is the new length of the whole run. Either brings the log, the measure and the newest checkpoints to $OUT.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=${WORK:-/tmp/controls}; packs=${PACKS:-$here/../../.cache}
follow() { for _ in $(seq 1 "$1"); do [ -e $work/out/done ] && break; sleep 1; done; }
unpack() { ${PYTHON:-python3} -c "import sys, tarfile; tarfile.open(fileobj=sys.stdin.buffer, mode='r|*').extractall('$work')"; }
case $1 in
  start)
    mkdir -p $work/out && cat "$packs"/pack-controls-[ab]/part-* | unpack && unpack < "$packs/pack-controls-c/rest.tar.gz" && cp "$here"/*.py $work/ || exit 1
    sed -i "s|FONTS|$work/fonts|" $work/fonts.conf; nproc; nvidia-smi --query-gpu=name --format=csv,noheader
    cd $work && FONTCONFIG_FILE=$work/fonts.conf PYTHONUNBUFFERED=1 setsid nohup ${PYTHON:-python3} ${TRAIN:-train.py} --drawing drawing --chromium $work/usr/lib/chromium/chromium-headless-shell --out $work/out --start start.npz --seconds $2 "${@:4}" > $work/out/all.txt 2>&1 < /dev/null &
    follow "$3" ;;
  wait)
    [ -n "${3:-}" ] && echo "$3" > $work/out/seconds
    follow "$2" ;;
esac
for name in all.txt metrics.json net.pt best.pt controls.onnx second-{0,1}.{pt,onnx}; do cp $work/out/$name "$OUT/" 2>/dev/null; done
tail -40 $work/out/all.txt | cut -c1-1500; uptime
