// A program that has no file descriptor left when it first draws, and has some again later. One JSON object for each source.
import { NoDescriptors } from '../../../ingest/test/fixtures/no-descriptors.ts';
import { createDarkroom, standardRenderers } from '../../src/index.ts';

const darkroom = createDarkroom({ renderers: standardRenderers() });
for (const [name, text] of [
  ['a.md', '# a'],
  ['a.csv', 'a,b'],
] as const) {
  const source = { name, bytes: new TextEncoder().encode(text) };
  const none = new NoDescriptors(import.meta.filename);
  const without = await none.answerOf(async () => {
    const outcome = await darkroom.develop(source);
    return outcome.ok ? undefined : outcome.refusal;
  });
  none.giveBack();
  const later = await darkroom.develop(source);
  console.log(JSON.stringify({ without, later: later.ok }));
}
await darkroom.close();
