// An engine thread that does whatever a broken or taken-over engine could do, by order.
import { accept, refuse } from '@percept/core';
import { parentPort, threadId } from 'node:worker_threads';
import { sealThread, serve } from '../../src/engine/serve.ts';

const hoard: Uint8Array[] = [];
sealThread();
serve({
  async perform(order) {
    switch (order) {
      case 'trap':
        throw new RangeError('unreachable');
      case 'memory trap':
        throw new RangeError('out of memory');
      case 'lie':
        parentPort?.postMessage({ type: 'answer', id: 'x' }, []);
        return new Promise(() => {});
      case 'other job':
        parentPort?.postMessage(
          { type: 'answer', id: 999, outcome: accept(1), restingBytes: 0 },
          [],
        );
        return new Promise(() => {});
      case 'exit':
        process.exit(0);
        return accept(0);
      case 'spin':
        for (;;) hoard.length = 0;
      case 'grow':
        for (;;) hoard.push(new Uint8Array(8 * 1024 * 1024).fill(1));
      case 'refuse':
        return refuse({ refused: 'corrupt', message: 'Broken.', hint: 'Mend it.' });
      case 'swell':
        hoard.push(new Uint8Array(1));
        return accept(threadId);
      case 'ways out':
        return accept(['fetch', 'WebSocket', 'EventSource'].filter((name) => name in globalThis));
      default:
        return accept(threadId);
    }
  },
  restingBytes: () => (hoard.length > 0 ? 1e9 : 0),
});
