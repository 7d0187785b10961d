// A picture from anywhere becomes a stored, validated, bounded block, or a refusal that says what to do.
import { openDoor } from '@percept/ingest';
import { openMemory } from '@percept/store';

const [path = 'docs/pictures/sample.png', directory = '.percept'] = process.argv.slice(2);

await using memory = await openMemory({ directory });
await using door = openDoor({ store: memory });

const taken = await door.ingest({
  kind: 'path',
  path,
  cwd: process.cwd(),
  access: { followLinks: 'user-chosen' },
});

if (taken.ok) {
  const { block, original, warnings } = taken.value;
  console.log(
    `${original.mime} ${original.bytes} bytes in, ${block.mime} ${block.bytes} bytes out`,
    ...warnings,
  );
} else {
  console.log(`${taken.refusal.refused}: ${taken.refusal.message} ${taken.refusal.hint}`);
}
