// Options as the shell gave them, checked against what the command declares.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError, type Flags } from './command.ts';
import { nearest } from './nearest.ts';

/** Of every command. */
export const sharedFlags = {
  json: { type: 'boolean' },
  data: { type: 'string' },
  trust: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

export interface ParsedCall {
  readonly args: readonly string[];
  readonly flags: Flags;
}

export function parseCall(argv: readonly string[], options: ParseArgsOptionsConfig): ParsedCall {
  const parsed = parse(argv, { ...sharedFlags, ...options });
  return {
    args: parsed.positionals,
    flags: {
      text: (name) => {
        const value = parsed.values[name];
        return typeof value === 'string' ? value : undefined;
      },
      texts: (name) => {
        const value = parsed.values[name];
        return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
      },
      on: (name) => parsed.values[name] === true,
    },
  };
}

/** Whether `--json` was given as an option, in a call that may be wrong otherwise: what follows `--` is a name. */
export function asksForJson(
  argv: readonly string[],
  options: ParseArgsOptionsConfig = {},
): boolean {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...sharedFlags, ...options },
    strict: false,
    tokens: true,
  });
  return tokens.some((token) => token.kind === 'option' && token.name === 'json');
}

function parse(argv: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = error.message.replace(/\. To specify.*$/s, '.');
    const unknown = /^Unknown option '--([^']*)'/.exec(message)?.[1];
    const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(options));
    throw new UsageError(meant === undefined ? message : `${message} Did you mean --${meant}?`);
  }
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration such as 90s, 15m, 24h or 7d, in milliseconds. */
export function readDuration(flags: Flags, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const match = /^(\d{1,9})(s|m|h|d)$/.exec(text);
  const [, amount, unit] = match ?? [];
  if (amount === undefined || (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd'))
    throw new UsageError(
      `--${name} takes a duration such as 90s, 15m, 24h or 7d, not ${JSON.stringify(text)}.`,
    );
  return Number(amount) * units[unit];
}

/** A whole number within bounds. */
export function readWhole(
  flags: Flags,
  name: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const range = least === 0 ? `of at most ${most}` : `from ${least} to ${most}`;
  throw new UsageError(`--${name} takes a whole number ${range}, not ${JSON.stringify(text)}.`);
}
