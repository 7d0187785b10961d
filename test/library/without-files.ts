// A program that has no file descriptor left when its `fetch` and its eyes are first used, and has some again later.
import { openPercept } from 'percept';
import { findSenses } from '../../packages/percept/src/cli/senses.ts';
import { NoDescriptors } from '../../packages/ingest/test/fixtures/no-descriptors.ts';

const percept = await openPercept({ directory: process.argv[2] ?? '', eyes: 'none' });
const other = await openPercept({ directory: `${process.argv[2] ?? ''}-other`, eyes: 'none' });
const ask = (one: typeof percept): Promise<string> =>
  one
    .fetchWith({ fetch: async () => new Response('answered') })('http://models.example/v1')
    .then((response) => response.text())
    .catch((error: unknown) => String(error));
const senses = findSenses({ variables: process.env });
const look = async (): Promise<string> =>
  (await senses.found?.open().then(() => 'open', String)) ?? 'there are none';
const none = new NoDescriptors(import.meta.filename);
const without = [await ask(percept), await look()];
await ask(other);
none.giveBack();
await other[Symbol.asyncDispose]();
const later = [await ask(percept), await look()];
await percept[Symbol.asyncDispose]();
await senses[Symbol.asyncDispose]();
console.log(JSON.stringify({ without, later }));
