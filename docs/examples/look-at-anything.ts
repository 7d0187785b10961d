// The view tool by hand: any source in, pixels for one model out, with the way back to the original's coordinates.
import { dirname } from 'node:path';
import { captionsOf, createFreshness, createView } from '@percept/agent/tools';
import { resolveProfile } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { createDarkroom, createStoreCache, standardRenderers } from '@percept/render';
import { localTenant, openMemory } from '@percept/store';

const [path = 'README.md', directory = '.percept'] = process.argv.slice(2);

await using memory = await openMemory({ directory });
const store = memory.forTenant(localTenant);
await using door = openDoor({ store });
const darkroom = createDarkroom({
  renderers: standardRenderers(),
  cache: createStoreCache(memory, memory.memos),
});

const view = createView({
  roots: [dirname(path)],
  cwd: process.cwd(),
  store,
  door,
  darkroom,
  profile: () => resolveProfile({ provider: 'anthropic.messages', model: 'claude-sonnet-4-5' }),
  freshness: createFreshness(),
});

const seen = await view.run({ ref: path, region: { x: 0, y: 0, width: 500, height: 500 } });
if (seen.ok) for (const caption of captionsOf(seen.value)) console.log(caption);
else console.log(seen.refusal.message, seen.refusal.hint);
await darkroom.close();
