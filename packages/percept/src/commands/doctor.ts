// `percept doctor`: what works here, and how to mend what does not. It changes nothing, and shows no key.
import { jsonOf, printable } from '@percept/core/internal';
import { said, UsageError, type Command, type Environment } from '../cli/command.ts';
import { dataDirectory } from '../cli/data-directory.ts';
import type { Check } from '../cli/doctor/check.ts';
import {
  checkAccept,
  checkModels,
  checkRenderers,
  checkSandbox,
  checkSenses,
  checkStore,
} from '../cli/doctor/check-runtime.ts';
import { checkSecurity } from '../cli/doctor/check-security.ts';
import { checkClipboard, checkTerminal } from '../cli/doctor/check-terminal.ts';
import { lineWidth, wrapWords } from '../cli/wrap-words.ts';

export const doctor: Command = {
  help: `usage: percept doctor [--security]

Looks at the terminal, the clipboard, the models and who looks for them, the store, local eyes
and ears, renderers, which pictures come in and the sandbox, and says what to do about what does
not work. Changes nothing, and shows no key; the address of the model is asked for its list of
models. Exits 1 when something is broken; what is merely missing is a warning.

options
  --security   what protects you here instead: sandbox, trust, modes of files, where keys go
  --json       { ok, checks: [{ part, status: "ok"|"warn"|"fail", message, fix? }] }
  --data DIR   where the store is`,
  options: { security: { type: 'boolean' } },
  run: async ({ args, flags, environment }) => {
    if (args.length > 0) throw new UsageError('doctor takes no arguments.');
    const data = dataDirectory(flags, environment);
    const checks = flags.on('security')
      ? await checkSecurity(environment, data)
      : await checkAll(environment, data);
    const isBroken = checks.some(({ status }) => status === 'fail');
    const json = { ok: !isBroken, checks: checks.map((check) => jsonOf({ ...check })) };
    return isBroken
      ? { kind: 'found-fault', json, text: textOf(checks) }
      : said(json, textOf(checks));
  },
};

async function checkAll(environment: Environment, data: string): Promise<readonly Check[]> {
  return [
    await checkTerminal(environment),
    checkClipboard(environment),
    ...(await checkModels(environment)),
    await checkStore(data),
    ...(await checkSenses()),
    ...checkRenderers(environment),
    checkAccept(environment),
    await checkSandbox(),
  ];
}

const marks: Readonly<Record<Check['status'], string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };
const readableColumns = 100;

/** Each line is what was found, and below it what to do. On a screen both are broken beside their part. */
function textOf(checks: readonly Check[]): string {
  const left = Math.max(...checks.map(({ part }) => part.length)) + 8;
  const columns = lineWidth(process.stdout);
  const width =
    columns === Infinity ? columns : Math.max(20, Math.min(columns - 1, readableColumns) - left);
  const indent = ' '.repeat(left);
  const lines = checks.flatMap(({ part, status, message, fix }) => {
    const head = `${marks[status]}  ${part}`.padEnd(left);
    const found = wrapWords(printable(message, 500), width);
    const mend = fix === undefined ? [] : wrapWords(printable(fix, 500), width - fixMark.length);
    return [
      ...found.map((line, at) => `${at === 0 ? head : indent}${line}`),
      ...mend.map(
        (line, at) => `${indent}${at === 0 ? fixMark : ' '.repeat(fixMark.length)}${line}`,
      ),
    ];
  });
  const counts = (['ok', 'warn', 'fail'] as const).map(
    (status) => `${checks.filter((check) => check.status === status).length} ${status}`,
  );
  return [...lines, counts.join(', ')].join('\n');
}

const fixMark = 'fix: ';
