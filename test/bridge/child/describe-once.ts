// One process that describes one picture and says what happened: `node describe-once.ts DIRECTORY BASE_URL`, the picture as
// base64 on standard input.

import { text } from 'node:stream/consumers';
import { bridgeSettings } from '../../../packages/agent/src/config/index.ts';
import { createBridge } from '@percept/agent/internal';
import { createRemoteDescriber } from '../../../packages/agent/src/bridge/remote-describer.ts';
import { knowModel } from '../../../packages/agent/src/models/known-model.ts';
import { type BridgeEvent } from '@percept/agent';
import { openDoor } from '@percept/ingest';
import { openMemory } from '@percept/store';

const [, , directory = '', baseUrl = ''] = process.argv;
const bytes = Buffer.from(await text(process.stdin), 'base64');
const vision = knowModel({
  name: 'vl-1',
  provider: 'openai-compatible',
  model: 'vl-1',
  baseUrl,
  capabilities: ['vision-input'],
});
if (!vision.ok) throw new Error(vision.refusal.message);
await using memory = await openMemory({ directory });
await using door = openDoor({ store: memory });
const events: BridgeEvent[] = [];
const bridge = createBridge({
  describers: [createRemoteDescriber(vision.value, bridgeSettings)],
  door,
  store: memory,
  memos: memory.memos,
  onEvent: (event) => events.push(event),
});
const chat = { host: 'chat.example', takes: { image: false, audio: false, file: true } };
const said = await bridge.turn(chat).describe({ bytes });
console.log(JSON.stringify({ said, events }));
