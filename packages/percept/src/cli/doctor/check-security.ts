// What protects the user here, and what would protect them better: sandbox, trust, modes and keys. Names of variables and
// hosts are shown, and never what they hold.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  folderGuard,
  hostOf,
  listMaker,
  loadConfig,
  TrustStore,
  userConfigFolder,
} from '@percept/agent/internal';
import { printable } from '@percept/core/internal';
import { keyVariableOf, vendorIds } from '@percept/core/internal/vendor';
import type { Environment } from '../command.ts';
import { checkSandbox } from './check-runtime.ts';
import { about, type Check } from './check.ts';

export async function checkSecurity(
  environment: Environment,
  data: string,
): Promise<readonly Check[]> {
  return [
    await checkSandbox(),
    userCheck(),
    await editCheck(environment),
    serverCheck(),
    ...(await trustChecks(environment)),
    ...modeChecks(environment, data),
    ...(await keyChecks(environment)),
  ];
}

function userCheck(): Check {
  const { ok, warn } = about('user');
  return process.getuid?.() === 0
    ? warn('this is root: whatever goes wrong may touch everything', 'Use another user.')
    : ok('this is an ordinary user');
}

/** How a folder is held from the question about an edit to its write. */
async function editCheck({ workingDirectory }: Environment): Promise<Check> {
  const { ok, warn } = about('edits');
  return (await folderGuard(workingDirectory)) === 'folder-handle'
    ? ok('an edit goes into the folder that was shown, whatever its path leads to by then')
    : warn(
        'a folder that is exchanged in the moment of an edit is not noticed on this system',
        'Allow edits only where nobody else can write, or work on Linux.',
      );
}

/** What an MCP server that an editor brings can reach: it is a program of this user. */
function serverCheck(): Check {
  const { ok, warn } = about('servers');
  if (listMaker() !== undefined)
    return ok(
      'an MCP server of a client gets none of our variables, sees none of our processes, and ends with its session with all that it started; it runs as you and can read your files',
    );
  return process.platform === 'linux'
    ? warn(
        'an MCP server of a client gets none of our variables, and ends with its session; but it runs as you: it can read your files, and our variables in /proc',
        'Install bubblewrap (bwrap) where user namespaces are allowed, and connect only servers that you would run yourself.',
      )
    : warn(
        'an MCP server of a client gets none of our variables; but it runs as you, and what it starts and hides may outlive its session on this system',
        'Connect only servers that you would run yourself; start others as another user or in a container.',
      );
}

async function trustChecks(environment: Environment): Promise<readonly Check[]> {
  const { ok, warn } = about('trust');
  const { workingDirectory: cwd, variables, homeDirectory: home } = environment;
  const { PERCEPT_TRUST: forced, ...env } = variables;
  const store = new TrustStore({ env, home });
  const trusted = await store.list();
  const config = await loadConfig({ cwd, env, home });
  const project = config.ok ? config.value.project : undefined;
  const shown = printable(project?.path ?? '', 300);
  return [
    ok(`${trusted.length} configuration files of folders are trusted`),
    ...(forced
      ? [
          warn(
            'PERCEPT_TRUST is set: every folder is trusted in this shell',
            'Unset it, and trust single folders: percept trust',
          ),
        ]
      : []),
    project === undefined
      ? ok('this folder brings no configuration of its own')
      : project.asks.length > 0
        ? warn(
            `${shown} is not trusted and not used: it wants to ${project.asks.join('; ')}`,
            'Read it; if you agree: percept trust',
          )
        : ok(`${shown} is ${project.standing}`),
  ];
}

/** Files with content or secrets of the user: nobody else reads or writes them. */
function modeChecks({ variables: env, homeDirectory: home }: Environment, data: string): Check[] {
  const { ok, warn, fail } = about('modes');
  if (process.getuid?.() === undefined)
    return [ok('this system has no modes; its own lists of access hold')];
  const config = userConfigFolder({ env, home });
  const places: readonly (readonly [path: string, forbidden: number])[] = [
    [data, 0o077],
    ...['percept.db', 'serve-token', 'server-secret'].map(
      (name) => [join(data, name), 0o077] as const,
    ),
    ...(config === undefined
      ? []
      : [
          [config, 0o022] as const,
          [join(config, 'trust.json'), 0o077] as const,
          [join(config, 'percept.config.json'), 0o077] as const,
        ]),
    ...(env['PERCEPT_TENANTS'] ? [[env['PERCEPT_TENANTS'], 0o077] as const] : []),
  ];
  const wide = places.flatMap(([path, forbidden]) => {
    const mode = modeOf(path);
    return mode === undefined || (mode & forbidden) === 0 ? [] : [{ path, mode, forbidden }];
  });
  if (wide.length === 0) return [ok('what is stored and configured here is closed to other users')];
  return wide.map(({ path, mode, forbidden }) => {
    const shown = printable(path, 300);
    const [say, what] = (mode & 0o022) === 0 ? [warn, 'read'] : [fail, 'written'];
    return say(
      `${shown} can be ${what} by other users (${mode.toString(8)})`,
      `chmod ${(mode & ~forbidden).toString(8)} ${shown}`,
    );
  });
}

function modeOf(path: string): number | undefined {
  try {
    return lstatSync(path).mode & 0o777;
  } catch {
    return undefined;
  }
}

async function keyChecks(environment: Environment): Promise<readonly Check[]> {
  const { ok, warn } = about('keys');
  const { variables: env, workingDirectory: cwd, homeDirectory: home } = environment;
  const set = vendorIds.flatMap((id) => keyVariableOf(id, env) ?? []);
  const config = await loadConfig({ cwd, env, home });
  const models = config.ok ? config.value.models : [];
  const keyed = models.filter(({ apiKey }) => apiKey !== undefined);
  const hosts = [...new Set(keyed.map(({ baseUrl }) => hostOf(baseUrl)))];
  const plain = keyed.filter(({ baseUrl }) => isPlainRemote(baseUrl));
  return [
    ok(
      `${set.length === 0 ? 'no vendor’s key is set' : `set: ${set.join(', ')}`}; with this configuration keys go to ${hosts.length === 0 ? 'nobody' : hosts.join(', ')}`,
    ),
    ...plain.map(({ baseUrl }) =>
      warn(`${hostOf(baseUrl)} gets its key without TLS`, 'Use an https address.'),
    ),
    ...(config.ok && config.value.consent.includes('*')
      ? [
          warn(
            'consent is "*": media may go to every configured host',
            'Name the hosts that may see media.',
          ),
        ]
      : []),
  ];
}

function isPlainRemote(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
