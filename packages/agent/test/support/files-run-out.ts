// A program whose file descriptors run out while a program that it started runs, and ends.
import { NoDescriptors } from '../../../ingest/test/fixtures/no-descriptors.ts';
import { ProcessGroup } from '../../src/client-servers/process-group.ts';

const group = new ProcessGroup({
  command: process.execPath,
  args: ['-e', `process.stdout.write('up'); process.stdin.resume();`],
  env: {},
  cwd: '/',
});
await new Promise((resolve) => {
  group.child.stdout.once('data', resolve);
});
const none = new NoDescriptors(import.meta.filename);
await new Promise((resolve) => {
  setTimeout(resolve, 1_500);
});
none.take();
group.kill();
const ended = await group.ended;
none.giveBack();
console.log(ended);
