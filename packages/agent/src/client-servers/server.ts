// A server that a client configured, parsed: how it is reached, and nothing that outlives the session. Headers and
// environment are secrets of the person: they are sent to the server and to nobody else.
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, isRecord, quoted, readText } from '@percept/core/internal';

/** Where servers of a session are reached from. Apart from the link to one, whose types are the SDK's: programs that use us see this. */
export interface ServerPlace {
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Of this process; almost nothing of it is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

interface Named {
  readonly name: string;
}

interface ProgramServer extends Named {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface WebServer extends Named {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type ClientServer = ProgramServer | WebServer;

/** Refused as a whole: a client that configured a server wrongly must learn it before it relies on it. */
export function readServers(list: unknown): Outcome<readonly ClientServer[]> {
  if (list === undefined || list === null) return accept([]);
  if (!Array.isArray(list)) return invalid('`mcpServers` is not a list');
  const servers: ClientServer[] = [];
  for (const item of list) {
    const server = readServer(item);
    if (!server.ok) return server;
    servers.push(server.value);
  }
  return accept(servers);
}

function readServer(item: unknown): Outcome<ClientServer> {
  const fields = isRecord(item) ? item : {};
  const name = readText(fields['name']);
  if (name === undefined || name === '') return invalid('a server has no name');
  // Version 1 of ACP writes no type for a program.
  const type = fields['type'] === undefined ? 'stdio' : readText(fields['type']);
  switch (type) {
    case 'stdio': {
      const command = readText(fields['command']);
      const args = fields['args'] ?? [];
      const env = readPairs(fields['env']);
      const isList = Array.isArray(args) && args.every((arg) => typeof arg === 'string');
      if (!command || !isList || !env || [command, ...args].some((word) => word.includes('\0')))
        return invalid(`${quoted(name)} has no command, or odd arguments or variables`);
      const words: readonly string[] = args;
      return accept({
        transport: 'stdio',
        name,
        command,
        args: words,
        env: Object.fromEntries(env),
      });
    }
    case 'http':
    case 'sse': {
      const url = readText(fields['url']) ?? '';
      const headers = readPairs(fields['headers']);
      const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      if (!isWeb || !headers || !areHeaders(headers))
        return invalid(`${quoted(name)} has no http URL, or odd headers`);
      return accept({ transport: type, name, url, headers });
    }
    default:
      return invalid(`${quoted(name)} is reached in a way that is not known here`);
  }
}

function readPairs(list: unknown): readonly (readonly [string, string])[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const pairs: (readonly [string, string])[] = [];
  for (const item of list) {
    const name = readText(inside(item, 'name'));
    const value = readText(inside(item, 'value'));
    if (!name || value === undefined || /[\0=]/.test(name) || value.includes('\0'))
      return undefined;
    pairs.push([name, value]);
  }
  return pairs;
}

function areHeaders(pairs: readonly (readonly [string, string])[]): boolean {
  try {
    const headers = new Headers();
    for (const [name, value] of pairs) headers.append(name, value);
    return true;
  } catch {
    return false;
  }
}

/** No value is quoted: it may be a secret. */
function invalid(what: string): Outcome<never> {
  return refuse({
    refused: 'invalid-input',
    message: `The MCP servers cannot be used: ${what}.`,
    hint: 'Give each server a name, and a command with args and env, or a type of http or sse with a url and headers.',
  });
}
