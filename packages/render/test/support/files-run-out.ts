// A program whose file descriptors run out while an engine is at work, and that has some again later.
import { NoDescriptors } from '../../../ingest/test/fixtures/no-descriptors.ts';
import { Engine } from '../../src/engine/engine.ts';
import { renderLimits } from '../../src/index.ts';

const entry = new URL('./unruly-engine.ts', import.meta.url);
const engine = new Engine({ name: 'unruly', entry, limits: renderLimits });
const isAnswer = (value: unknown): value is unknown => value !== undefined;
const ask = (order: string) => engine.run({ jobs: () => [{ order, timeoutMs: 5_000 }], isAnswer });
await ask('who');
const asked = ask('spin');
const none = await new Promise<NoDescriptors>((resolve) => {
  setTimeout(() => resolve(new NoDescriptors(import.meta.filename)), 200);
});
const without = await asked;
none.giveBack();
const later = await ask('who');
console.log(JSON.stringify({ without: without.ok ? undefined : without.refusal, later: later.ok }));
await engine.close();
