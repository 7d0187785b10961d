// `percept gc`: free what no session refers to.
import { bytesText, definedOf } from '@percept/core/internal';
import { orRefuse, said, UsageError, type Command } from '../cli/command.ts';
import { readDuration } from '../cli/flags.ts';
import { openExisting } from '../cli/workspace.ts';

export const gc: Command = {
  help: `usage: percept gc [--grace 24h] [--dry-run]

Frees stored bytes that no session refers to. Safe while others write: what is put or
referred to in the meantime stays.

options
  --grace TIME   keep what was stored within this time (default 24h; 90s, 15m, 7d …)
  --dry-run      only say what would be freed
  --json         { dryRun, condemned, freed, kept }
  --data DIR     where the store is`,
  options: { grace: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: async (invocation) => {
    const { args, flags } = invocation;
    if (args.length > 0) throw new UsageError('gc takes no arguments.');
    const graceMs = readDuration(flags, 'grace');
    await using memory = await openExisting(invocation);
    const asked = { dryRun: flags.on('dry-run'), ...definedOf({ graceMs }) };
    const { dryRun, condemned, freed, kept } = orRefuse(await memory.collect(asked));
    return said(
      {
        dryRun,
        condemned: { ...condemned },
        freed: { ...freed },
        kept: { referenced: { ...kept.referenced }, young: { ...kept.young } },
      },
      [
        `${dryRun ? 'would free' : 'freed'} ${freed.blobs} blobs, ${bytesText(freed.bytes)}`,
        `kept ${kept.referenced.blobs} that sessions refer to (${bytesText(kept.referenced.bytes)})`,
        `kept ${kept.young.blobs} within the grace time (${bytesText(kept.young.bytes)})`,
      ].join('\n'),
    );
  },
};
