#!/bin/sh
# foot in a Wayland compositor that is itself a window of the X screen. Ends with its process group.
XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
chmod 700 "$XDG_RUNTIME_DIR"
weston --backend=x11-backend.so --use-pixman --width=880 --height=600 --socket=wayland-percept --idle-time=0 --no-config &
for _ in $(seq 100); do
  [ -S "$XDG_RUNTIME_DIR/wayland-percept" ] && break
  sleep 0.1
done
WAYLAND_DISPLAY=wayland-percept exec foot --config=/dev/null --fullscreen --override=font=monospace:size=9 "$@"
