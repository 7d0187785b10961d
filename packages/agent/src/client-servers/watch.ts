// A watch beside a program: when this process dies without a chance to tidy up (SIGKILL, a crash), its pipe closes, and the
// watch ends the program and everything that it started, first politely. It is a shell because nothing smaller is everywhere.
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/** $1 is the group, $2 the mark. The end of its input may be enough for a program: two seconds, and then no longer. */
const script = `cat >/dev/null
n=0
while [ $n -lt 20 ] && kill -0 "-$1"; do sleep 0.1; n=$((n + 1)); done
for signal in TERM KILL; do
  kill -s $signal -- "-$1"
  for file in /proc/[0-9]*/environ; do
    if grep -qs -e "$2" "$file"; then file="\${file#/proc/}"; kill -s $signal "\${file%/environ}"; fi
  done
  [ $signal = KILL ] || sleep 1
done`;

/** In a session of its own: what ends this process's group must not end the watch before its work. */
export function watchOver(group: number, mark: string): ChildProcess {
  const watch = spawn('/bin/sh', ['-c', script, 'percept-watch', String(group), mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    cwd: '/',
    detached: true,
  });
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  return watch;
}
