#!/usr/bin/env bash
# pack.sh DRAWING DEB OUT: what run.sh needs on a training machine, in parts that travel one by one: OUT/pack-controls-a, -b and -c, each below 38 MiB.
# DEB is Debian's package chromium-headless-shell, whose libraries, and chromium-common, are installed here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); deb=$(realpath "$2"); made=$(mktemp -d); trap 'rm -rf "$made"' EXIT
to=$made/rest/usr/lib/chromium; fonts=/usr/share/fonts/truetype
mkdir -p "$to/lib" "$made/rest/fonts" "$3"/pack-controls-{a,b,c} && rm -f "$3"/pack-controls-[abc]/*
(cd "$made" && ar x "$deb" && tar xf data.tar.xz ./usr/lib/chromium)
ldd "$made/usr/lib/chromium/chromium-headless-shell" | awk '/=> \//{print $3}' | grep -v -E '/(libc|libm|libpthread|libdl|librt)\.so' | xargs -I{} cp -L {} "$to/lib/"
cp /usr/lib/chromium/{icudtl.dat,snapshot_blob.bin,v8_context_snapshot.bin} "$to/" && cp -r "$1" "$made/rest/drawing"
cp $fonts/dejavu/DejaVu{Sans,Sans-Bold,SansMono,SansMono-Bold,Serif,Serif-Bold}.ttf ${LIBERATION:-$fonts/liberation}/Liberation{Sans-Regular,Sans-Bold,Mono-Regular,Serif-Regular}.ttf "$made/rest/fonts/"
echo '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>FONTS</dir><cachedir>/tmp/fontconfig-controls</cachedir></fontconfig>' > "$made/rest/fonts.conf"
${PYTHON:-python3} "$here/start.py" "$here/../../packages/reader-weights/controls.onnx" "$made/rest/start.npz"
tar cz -C "$made/rest" . > "$3/pack-controls-c/rest.tar.gz"
split -n 2 -d "$made/data.tar.xz" "$made/part-" && mv "$made/part-00" "$3/pack-controls-a/" && mv "$made/part-01" "$3/pack-controls-b/"
du -sh "$3"/pack-controls-[abc]
