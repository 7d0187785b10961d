// `percept mcp`: eyes for any MCP client. Standard output belongs to the protocol, and nothing heavy is opened before a
// client asks for it.
import { statSync } from 'node:fs';
import { Console } from 'node:console';
import { parse, resolve } from 'node:path';
import { loadConfig, buildCatalogue, makersOf, OwnMedia } from '@percept/agent/internal';
import { commonProfile } from '@percept/core';
import {
  createHearing,
  createVision,
  maxKnownPictures,
  mcpLimits,
} from '@percept/agent/internal/mcp';
import {
  serveMcpHttp,
  serveMcpStdio,
  type McpParts,
  type HearingParts,
  type McpSetup,
} from '@percept/agent/mcp';
import { localTenant, type Memory, type TenantStore } from '@percept/store';
import {
  FaultError,
  nothing,
  UsageError,
  type Command,
  type Environment,
  type Invocation,
} from '../cli/command.ts';
import { acceptOf } from '../cli/accept.ts';
import { readWhole } from '../cli/flags.ts';
import { ended } from '../cli/interrupt.ts';
import { tell } from '../cli/print.ts';
import { profileNames, readProfile } from '../cli/profile.ts';
import { hostPrograms } from '../cli/programs.ts';
import { findSenses } from '../cli/senses.ts';
import { openWorkspace } from '../cli/workspace.ts';
import { ownVersion } from '../cli/own-version.ts';

export const mcp: Command = {
  help: `usage: percept mcp [--http] [--root DIR]… [options]

Gives any MCP client eyes: the tool view (with zoom and pages), describe where local eyes are
installed, listen where somebody listens (PERCEPT_AUDIO_MODEL, or: percept models pull speech-en),
draw and say where models for them are configured, and stored media as resources. Speaks on
standard input and output, or over HTTP.

options
  --root DIR        the only folder that may be read; give it again for more. Roots that the client
                    lists narrow it further. Without it: the client's roots, or the working directory
  --http            listen on 127.0.0.1 instead of standard input; without --root only the working
                    directory can be read. Set PERCEPT_MCP_TOKEN to demand a bearer token
  --port N          the port to listen on (default: any free one, told on standard error)
  --profile NAME    the model family that looks (default: what every family takes)
                    ${profileNames()}
  --all-media       every stored medium of this machine as a resource, and not only what this server
                    took in for these folders
  --max-result N    characters of picture in one result (default: ${mcpLimits.maxResultChars})
  --data DIR        where the store is`,
  options: {
    http: { type: 'boolean' },
    port: { type: 'string' },
    root: { type: 'string', multiple: true },
    profile: { type: 'string' },
    'max-result': { type: 'string' },
    'all-media': { type: 'boolean' },
  },
  run: async (invocation) => {
    const { args, flags, environment, signal } = invocation;
    if (args.length > 0) throw new UsageError('Name folders with --root DIR.');
    const port = readWhole(invocation.flags, 'port', { most: 65_535 });
    if (port !== undefined && !flags.on('http')) throw new UsageError('--port goes with --http.');
    const maxResultChars = readWhole(invocation.flags, 'max-result', { most: 100_000_000 });
    const roots = rootsOf(invocation);
    await using memory = await openWorkspace(invocation);
    const store = flags.on('all-media')
      ? memory.forTenant(localTenant)
      : ownMedia(memory, roots, environment);
    await using parts = openParts(memory, store, environment);
    await using senses = findSenses(environment);
    const setup: McpSetup = {
      version: ownVersion(),
      openParts: parts.open,
      describer: senses.found?.open,
      ...(await findHelpers(invocation, parts.open, memory, senses.found)),
      profile: readProfile(flags) ?? commonProfile,
      roots,
      cwd: environment.workingDirectory,
      limits: maxResultChars === undefined ? {} : { maxResultChars },
      report: (line) => tell(`percept mcp: ${line}`),
    };
    if (flags.on('http')) {
      await listen(setup, port, environment.variables['PERCEPT_MCP_TOKEN'], signal);
    } else {
      // Whatever a library prints must not get between two messages.
      globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
      await serveMcpStdio(setup, { stdin: environment.stdin, stdout: process.stdout }, signal);
    }
    return nothing;
  },
};

async function listen(
  setup: McpSetup,
  port: number | undefined,
  token: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await using http = await serveMcpHttp(setup, { port, token }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new FaultError(`The port cannot be listened on (${code}).`, { cause: error });
  });
  tell(`percept mcp listens on ${http.url}`);
  if (!token)
    tell('Every program on this machine can call it: set PERCEPT_MCP_TOKEN to prevent that.');
  await ended(signal);
}

/** Decoders and renderers load with the first call that needs them; a setting that means nothing is told before there is one. */
function openParts(
  memory: Memory,
  store: TenantStore,
  environment: Environment,
): AsyncDisposable & { readonly open: () => Promise<McpParts> } {
  const [accept, programs] = [acceptOf(environment), hostPrograms(environment)];
  let opened: Promise<McpParts> | undefined;
  const open = async (): Promise<McpParts> => {
    const [{ openDoor }, { createDarkroom, createStoreCache, standardRenderers }] =
      await Promise.all([import('@percept/ingest'), import('@percept/render')]);
    const cache = createStoreCache(memory, memory.memos);
    const darkroom = createDarkroom({ renderers: standardRenderers({ programs }), cache });
    const { workingDirectory: cwd, variables: env } = environment;
    const config = await loadConfig({ cwd, env });
    const limits = config.ok ? { maxSourceBytes: config.value.images.maxBytes } : {};
    return { store, door: openDoor({ store, limits, accept }), darkroom };
  };
  return {
    open: () => (opened ??= open()),
    async [Symbol.asyncDispose]() {
      const parts = await opened?.catch(() => undefined);
      await parts?.darkroom?.close();
      await parts?.door.close();
    },
  };
}

/** What this server took in, and what earlier ones did for the same folders. At the top of a disk nothing is remembered. */
function ownMedia(
  memory: Memory,
  roots: readonly string[],
  { workingDirectory: cwd }: Environment,
): TenantStore {
  const folders = roots.length > 0 ? roots.toSorted() : [cwd];
  const isNowhere = folders.some((folder) => parse(folder).root === folder);
  if (isNowhere) return new OwnMedia(memory, { tenant: localTenant, maxKnown: maxKnownPictures });
  return OwnMedia.ofFolders(memory, 'mcp', folders);
}

/** A set-up that cannot be read costs the answers, not the eyes. */
async function findHelpers(
  { environment }: Invocation,
  open: () => Promise<McpParts>,
  { memos }: Memory,
  senses: ReturnType<typeof findSenses>['found'],
): Promise<Pick<McpSetup, 'vision' | 'hearing' | 'makers'>> {
  const { workingDirectory: cwd, variables: env } = environment;
  const config = await loadConfig({ cwd, env });
  if (config.ok) for (const note of config.value.notes) tell(`percept mcp: ${note}`);
  const catalogue = config.ok ? buildCatalogue(config.value) : config;
  if (config.ok && catalogue.ok) {
    const parts = { config: config.value, catalogue: catalogue.value, openParts: open, memos };
    let hearing: ReturnType<typeof hear> | undefined;
    const hear = async () => createHearing({ ...parts, ears: await earsOf(senses) });
    const makers = makersOf(catalogue.value, config.value.consent);
    for (const maker of [makers.image, makers.speech]) {
      if (maker?.isConsented !== false) continue;
      const { model, host } = maker;
      tell(
        `percept mcp: ${model} at ${host} is not offered before PERCEPT_CONSENT=${host} is set.`,
      );
    }
    return { vision: createVision(parts), hearing: () => (hearing ??= hear()), makers };
  }
  if (!catalogue.ok) tell(`percept mcp: ${catalogue.refusal.message} ${catalogue.refusal.hint}`);
  return {};
}

/** Where the speech model is installed; it opens with the first sound. */
async function earsOf(
  senses: ReturnType<typeof findSenses>['found'],
): Promise<HearingParts['ears']> {
  if (!senses || !(await senses.hears())) return undefined;
  return {
    name: 'local ears',
    version: await senses.version(),
    transcribe: async (audio, options) => (await senses.open()).transcribe(audio, options),
  };
}

/** `--root` may be given several times. */
function rootsOf({ flags, environment }: Invocation): readonly string[] {
  return flags.texts('root').map((root) => {
    const path = resolve(environment.workingDirectory, root);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
    throw new UsageError(`--root takes a folder, and ${JSON.stringify(root)} is none.`);
  });
}
