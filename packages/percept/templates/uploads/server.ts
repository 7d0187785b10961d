// POST a picture, a sound or a document: it is checked, stored, and answered with its name. GET /NAME is a small picture of it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openPercept, parseMediaUrl, PerceptError, unwrap } from 'percept';

const percept = await openPercept({ directory: '.percept', eyes: 'none' });

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const { original } = unwrap(await percept.door.keep({ kind: 'stream', stream: request }));
    return say(response, 201, { name: original.sha256, ...original });
  }
  const name = unwrap(parseMediaUrl(`media:sha256-${request.url?.slice(1)}`));
  const { block } = unwrap(await percept.door.fit(name, { maxEdgePx: 300 }));
  const bytes = unwrap(await percept.memory.get(block.sha256));
  response.setHeader('content-type', block.mime).end(bytes);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    if (error instanceof PerceptError)
      return say(response, error.status, { ...error.refusal, words: error.words });
    say(response, 500, { words: 'Something went wrong here.' });
  });
});
server.listen(Number(process.env['PORT'] ?? 8787), '127.0.0.1');
