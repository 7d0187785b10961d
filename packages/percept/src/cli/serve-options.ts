// What `percept serve` was asked for, from flags and environment, checked before anything is opened. Where requests and
// keys go is never read from a project's own file: a checkout could point it elsewhere.
import { definedOf } from '@percept/core/internal';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Secret } from '@percept/agent/internal';
import type { HealSettings, UpstreamOptions } from '@percept/host';
import { UsageError, type Invocation } from './command.ts';
import { readWhole } from './flags.ts';
import { maxInlineOptionBytes } from '../limits.ts';

export const defaultPort = 4600;

export interface ServeOptions {
  readonly port: number;
  readonly address: string;
  readonly origin: string | undefined;
  /** The content of the file of tenants, not yet checked. */
  readonly tenants: unknown;
  /** What others on this machine can read, and should not. */
  readonly warnings: readonly string[];
  readonly upstreams: UpstreamOptions;
  readonly gatewayKey: Secret | undefined;
  readonly maxInlineMediaBytes: number | undefined;
}

type Upstreams = Readonly<Record<string, string>>;

export function readServeOptions(invocation: Invocation, defaults: Upstreams): ServeOptions {
  const { flags, environment } = invocation;
  const address = flags.text('host') ?? '127.0.0.1';
  const file = tenantsPath(invocation);
  const tenants = file === undefined ? undefined : readTenantsFile(file);
  const origin = readOrigin(flags.text('origin'));
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(address);
  if (!isLocal && tenants === undefined)
    throw new UsageError(
      `Listening on ${address} lets others in: say who they are with --tenants FILE, or leave --host out.`,
    );
  if (/^(0\.0\.0\.0|::)$/.test(address) && origin === undefined)
    throw new UsageError(
      `${address} is every address of this machine: say how browsers reach it, such as --origin http://192.168.1.5:${defaultPort}.`,
    );
  if (tenants !== undefined && flags.texts('look-in').length > 0)
    throw new UsageError(
      '--look-in shows the files of one person to whoever may use the gateway: it goes with no --tenants.',
    );
  const key = environment.variables['PERCEPT_GATEWAY_KEY'];
  return {
    port: readWhole(flags, 'port', { most: 65_535 }) ?? defaultPort,
    address,
    origin,
    tenants,
    warnings: file === undefined ? [] : warningsAbout(file),
    upstreams: readUpstreamOptions(invocation, defaults),
    gatewayKey: key ? new Secret(key) : undefined,
    maxInlineMediaBytes: readWhole(flags, 'max-inline-bytes', { most: maxInlineOptionBytes }),
  };
}

function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new UsageError(
    `--origin takes a scheme and a name, such as https://percept.example, not ${JSON.stringify(text)}.`,
  );
}

function tenantsPath({ flags, environment }: Invocation): string | undefined {
  const asked = flags.text('tenants') ?? environment.variables['PERCEPT_TENANTS'];
  if (asked === undefined || asked === '') return undefined;
  return resolve(environment.workingDirectory, asked);
}

/** Windows has no such bits. */
function warningsAbout(path: string): readonly string[] {
  const mode = process.platform === 'win32' ? 0 : statSync(path).mode & 0o077;
  return mode === 0
    ? []
    : [`${path} holds tokens, and other users of this machine can read it: chmod 600 ${path}`];
}

function readTenantsFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`--tenants names ${path}, which cannot be read.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's own message would quote the text around, and that may be a token.
    throw new UsageError(`--tenants names ${path}, which is not JSON.`);
  }
}

/** A name of its own, or of a vendor: `--upstream groq=URL`. */
const upstreamFlag = /^([a-z0-9][a-z0-9_.-]{0,63})=(.+)$/;

function readUpstreamOptions(
  { flags, environment }: Invocation,
  defaults: Upstreams,
): UpstreamOptions {
  const { variables } = environment;
  const addresses = new Map<string, string>(Object.entries(defaults));
  for (const [name, value] of Object.entries(variables)) {
    const [, upstream] = /^PERCEPT_UPSTREAM_([A-Z0-9]+)$/.exec(name) ?? [];
    if (upstream !== undefined && value) addresses.set(upstream.toLowerCase(), value);
  }
  for (const text of flags.texts('upstream')) {
    const [, name, address] = upstreamFlag.exec(text) ?? [];
    if (name === undefined || address === undefined)
      throw new UsageError(
        `--upstream takes NAME=URL, such as openai=https://api.openai.com/v1, not ${JSON.stringify(text)}.`,
      );
    addresses.set(name, address);
  }
  const heal = readHealFlags(flags.texts('heal'), addresses);
  const folders = readLookFlags(flags.texts('look-in'), addresses, environment.workingDirectory);
  const stored = readStoreFlags(flags.texts('store-answers'), addresses);
  return Object.fromEntries(
    [...addresses].map(([name, baseUrl]) => {
      const key = variables[`PERCEPT_UPSTREAM_${name.toUpperCase()}_KEY`];
      const apiKey = key ? new Secret(key) : undefined;
      const own = definedOf({ apiKey, heal: heal.get(name), lookIn: folders.get(name) });
      return [name, { baseUrl, ...own, store: stored.has(name) }];
    }),
  );
}

const healWords = {
  'media-only': { mediaOnly: true },
  retention: { retention: true },
  resize: { resize: true },
  describe: { describe: true },
  'no-describe': { describe: false },
} as const satisfies Readonly<Record<string, Partial<HealSettings>>>;

/** `--heal openai=retention,resize`; `all` stands for every upstream. */
function readHealFlags(
  texts: readonly string[],
  addresses: ReadonlyMap<string, string>,
): ReadonlyMap<string, Partial<HealSettings>> {
  const found = new Map<string, Partial<HealSettings>>();
  for (const text of texts) {
    const [, name = '', list = ''] = upstreamFlag.exec(text) ?? [];
    const names = name === 'all' ? [...addresses.keys()] : [name];
    const words = list.split(',').map((word) => word.trim());
    const known = words.filter(isHealWord);
    if (known.length < words.length || names.some((one) => !addresses.has(one)))
      throw new UsageError(
        `--heal takes NAME=${Object.keys(healWords).join(',')}, where NAME is an upstream or all, not ${JSON.stringify(text)}.`,
      );
    for (const one of names)
      for (const word of known) found.set(one, { ...found.get(one), ...healWords[word] });
  }
  return found;
}

/** `--look-in DIR` for every upstream, `--look-in openai=DIR` for one. */
function readLookFlags(
  texts: readonly string[],
  addresses: ReadonlyMap<string, string>,
  cwd: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', path = ''] = upstreamFlag.exec(text) ?? [];
    const isNamed = addresses.has(name);
    const folder = resolve(cwd, isNamed ? path : text);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new UsageError(`--look-in takes a folder, or NAME=FOLDER, and ${folder} is none.`);
    for (const one of isNamed ? [name] : addresses.keys()) found.set(one, folder);
  }
  return found;
}

/** `--store-answers openai`; `all` stands for every upstream. */
function readStoreFlags(
  names: readonly string[],
  addresses: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const unknown = names.find((name) => name !== 'all' && !addresses.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--store-answers takes the name of an upstream, or all, not ${JSON.stringify(unknown)}.`,
    );
  return new Set(names.includes('all') ? addresses.keys() : names);
}

function isHealWord(word: string): word is keyof typeof healWords {
  return Object.hasOwn(healWords, word);
}
