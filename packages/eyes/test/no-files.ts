// A program that has no file descriptor left when its eyes first need their process, and has some again later. One JSON object.
import { NoDescriptors } from '../../ingest/test/fixtures/no-descriptors.ts';
import { EyesProcess } from '../src/worker/eyes-process.ts';
import { noSound } from './no-sound.ts';

const eyes = new EyesProcess(10_000);
const none = new NoDescriptors(import.meta.filename);
const without = await none.answerOf(async () => {
  const outcome = await eyes.run(noSound(100));
  return outcome.ok || outcome.refusal.refused !== 'unavailable' ? undefined : outcome.refusal;
});
none.giveBack();
const later = await eyes.run(noSound(100));
await eyes.close();
console.log(JSON.stringify({ without, later }));
