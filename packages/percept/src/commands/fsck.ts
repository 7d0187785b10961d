// `percept fsck`: every invariant of the store, checked. It works on a folder whose database cannot even be opened.
import { printable, type JsonObject } from '@percept/core';
import { fsck as checkStore, type Finding } from '@percept/store';
import { said, UsageError, type Command } from '../cli/command.ts';
import { dataDirectory } from '../cli/data-directory.ts';
import { table } from '../cli/figures.ts';

export const fsck: Command = {
  help: `usage: percept fsck [--quick] [--repair]

Checks that every reference has its bytes, every byte its name, every record its chain.
Exits 1 when something is wrong that was not repaired.

options
  --quick      rows, sizes and names only; the default reads and hashes every blob
  --repair     mend what can be mended without losing bytes
  --json       { sound, depth, checks: […], findings: […] }
  --data DIR   where the store is`,
  options: { quick: { type: 'boolean' }, repair: { type: 'boolean' } },
  run: async ({ args, flags, environment }) => {
    if (args.length > 0) throw new UsageError('fsck takes no arguments.');
    const report = await checkStore(dataDirectory(flags, environment), {
      depth: flags.on('quick') ? 'quick' : 'deep',
      repair: flags.on('repair'),
    });
    const json: JsonObject = {
      sound: report.sound,
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
      report.sound ? 'sound' : 'NOT SOUND: see above, and try percept fsck --repair',
    ].join('\n');
    return report.sound ? said(json, text) : { kind: 'found-fault', json, text };
  },
};

function findingText(finding: Finding): string {
  const state = finding.repaired ? 'repaired' : finding.severity;
  return `${state}: ${finding.check}: ${printable(finding.subject)}: ${printable(finding.message, 400)}`;
}
