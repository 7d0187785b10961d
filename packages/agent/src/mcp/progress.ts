// Progress of one call, for a client that asked for it: what happens as it happens, and a sign of life while nothing is
// said. The figure only ever grows; lines come no faster than a client can show them.
import type { ServerContext } from '@modelcontextprotocol/server';

export interface Progress extends Disposable {
  readonly say: (message: string) => void;
}

const minGapMs = 100;

export function startProgress(context: ServerContext, everyMs: number): Progress {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return { say: () => {}, [Symbol.dispose]: () => {} };
  const startedAt = performance.now();
  let progress = 0;
  let lastAt = -Infinity;
  let last = 'working';
  const send = (message: string): void => {
    if (context.mcpReq.signal.aborted) return;
    progress++;
    lastAt = performance.now();
    const params = { progressToken: token, progress, message };
    // A client that is gone does not need to hear about it.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const beat = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    send(`${last} (${seconds} s)`);
  }, everyMs);
  beat.unref();
  return {
    say: (message) => {
      last = message;
      if (performance.now() - lastAt >= minGapMs) send(message);
    },
    [Symbol.dispose]: () => clearInterval(beat),
  };
}
