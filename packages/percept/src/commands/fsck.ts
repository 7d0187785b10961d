// `percept fsck`: every invariant of the store, checked. It works on a folder whose database cannot even be opened.
import { join } from 'node:path';
import { printable } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { fsck as checkStore, type Finding, type FsckReport } from '@percept/store';
import { said, UsageError, type Command } from '../cli/command.ts';
import { dataDirectory } from '../cli/data-directory.ts';
import { table } from '../cli/figures.ts';
import { isMissing, noStore } from '../cli/workspace.ts';

export const fsck: Command = {
  help: `usage: percept fsck [--quick] [--repair]

Checks that every reference has its bytes, every byte its name, every record its chain.
Exits 1 when something is wrong that was not repaired, or could not be looked at.

options
  --quick      rows, sizes and names only; the default reads and hashes every blob
  --repair     mend what can be mended without losing bytes
  --json       { sound, complete, depth, checks: […], findings: […] }
  --data DIR   where the store is`,
  options: { quick: { type: 'boolean' }, repair: { type: 'boolean' } },
  run: async ({ args, flags, environment }) => {
    if (args.length > 0) throw new UsageError('fsck takes no arguments.');
    const directory = dataDirectory(flags, environment);
    if (['percept.db', 'blobs'].every((name) => isMissing(join(directory, name))))
      throw noStore(directory);
    const report = await checkStore(directory, {
      depth: flags.on('quick') ? 'quick' : 'deep',
      repair: flags.on('repair'),
    });
    const json: JsonObject = {
      sound: report.sound,
      complete: report.complete,
      depth: report.depth,
      checks: report.checks.map((check) => ({ ...check })),
      findings: report.findings.map((finding) => ({ ...finding })),
    };
    const text = [
      table(
        report.checks.map((check) => [
          check.ran ? (check.findings === 0 ? 'ok' : `${check.findings}!`) : 'not run',
          check.name,
          check.invariant,
        ]),
      ),
      ...report.findings.map(findingText),
      verdictOf(report),
    ].join('\n');
    return report.sound ? said(json, text) : { kind: 'found-fault', json, text };
  },
};

function verdictOf({ sound, findings }: FsckReport): string {
  if (sound) return 'sound';
  return findings.some(({ severity, repaired }) => severity === 'error' && !repaired)
    ? 'NOT SOUND: see above, and try percept fsck --repair'
    : 'NOT CHECKED FULLY: this user may not look at all of it; run it as the owner of the store';
}

function findingText(finding: Finding): string {
  const state = finding.repaired ? 'repaired' : finding.severity;
  return `${state}: ${finding.check}: ${printable(finding.subject)}: ${printable(finding.message, 400)}`;
}
