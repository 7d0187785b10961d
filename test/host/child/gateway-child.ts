// A gateway process with everything that could write something down: a data directory, a bridge that remembers what it
// told, and a log on standard output. `node gateway-child.ts DIRECTORY SETTINGS` prints its port first.
import { createServer } from 'node:http';
import { createBridge, Secret } from '@percept/agent/internal';
import { createLocalDescriber } from '../../../packages/agent/src/bridge/local-describer.ts';
import { isRecord, readText } from '@percept/core/internal';
import { openDoor } from '@percept/ingest';
import { openMemory } from '@percept/store';
import { createGateway, readUpstreams } from '../../../packages/host/src/gateway/index.ts';

const [directory = '', text = '{}'] = process.argv.slice(2);
const given: unknown = JSON.parse(text);
const settings = isRecord(given) ? given : {};
const secret = (name: string) => new Secret(readText(settings[name]) ?? '');
const origin = readText(settings['origin']) ?? '';

const memory = await openMemory({ directory });
const door = openDoor({ store: memory });
const bridge = createBridge({
  describers: [
    createLocalDescriber(
      {
        name: 'test-eyes',
        describe: async () => ({ ok: true, value: { markdown: 'needle-in-store', lines: [] } }),
      },
      '1',
    ),
  ],
  door,
  store: memory,
  memos: memory.memos,
  localChosen: { image: true, audio: false },
});
const upstreams = readUpstreams({
  openai: { baseUrl: `${origin}/v1` },
  anthropic: { baseUrl: `${origin}/v1`, apiKey: secret('houseKey') },
  gemini: { baseUrl: `${origin}/v1beta` },
});
if (!upstreams.ok) throw new Error(upstreams.refusal.message);
const gateway = createGateway({
  upstreams: upstreams.value,
  key: secret('gatewayKey'),
  bridge,
  log: (entry) => console.log(JSON.stringify(entry)),
});
const server = createServer((request, response) => {
  void gateway.handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void gateway
    .close()
    .then(() => door.close())
    .then(() => memory.close());
});
