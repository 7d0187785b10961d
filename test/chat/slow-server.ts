// A model that writes one word after another until it is told to stop or its client goes: what cancelling is for.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SlowServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** How many clients went away in the middle of an answer. */
  readonly abandoned: () => number;
}

/** `words` are all it says; without an end it counts for ever. */
export async function startSlowServer(words: number = Infinity, everyMs = 40): Promise<SlowServer> {
  let abandoned = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      void speak(response, words, everyMs).then((isWhole) => {
        if (!isWhole) abandoned += 1;
      });
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    abandoned: () => abandoned,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function speak(response: ServerResponse, words: number, everyMs: number): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const chunk = {
      id: 'slow',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'slow',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  for (let at = 1; at <= words; at++) {
    if (response.destroyed) return false;
    send({ content: `word ${at}${at % 8 === 0 ? '\n' : ' '}` });
    await sleep(everyMs);
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
  return true;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
