// One way from a client to a model, as a process of its own: `bare`, two pipes of Node, `gateway`, or `decode`, which sends nothing on
// and only does what nobody can spare who decodes pictures: receives, parses, and turns base64 into bytes. Started by ../gateway.ts.
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { decodeAll } from './decode.ts';
import { createGateway, readUpstreams } from '../../packages/host/src/gateway/index.ts';

const [way = 'bare', modelPort = '0'] = process.argv.slice(2);

/** The least that a reverse proxy of Node can do. */
function bareProxy(): Server {
  const agent = new Agent({ keepAlive: true });
  return createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = httpRequest(
      { host: '127.0.0.1', port: modelPort, method, path: url, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
}

function gatewayServer(): Server {
  const upstreams = readUpstreams({ openai: { baseUrl: `http://127.0.0.1:${modelPort}/v1` } });
  if (!upstreams.ok) throw new Error(upstreams.refusal.message);
  const gateway = createGateway({ upstreams: upstreams.value });
  return createServer((request, response) => void gateway.handle(request, response));
}

function decoder(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = decodeAll(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(200, { 'content-type': 'application/json' }).end(String(bytes));
    });
  });
}

const servers = { bare: bareProxy, gateway: gatewayServer, decode: decoder };
const server = servers[way === 'gateway' || way === 'decode' ? way : 'bare']();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
