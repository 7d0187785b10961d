// `percept serve`: the browser's page, the web API, asset URLs and the gateway, on one port. Loopback only, unless tokens
// say who else may come in; the link that is printed signs one browser in, once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustQuestion, trustShown } from '@percept/agent/internal';
import { RuntimeSetupError, openRuntime } from '@percept/agent/runtime';
import { printableJson, printableLines } from '@percept/core/internal';
import type { HostSetup, RunningHost } from '@percept/host';
import { openInBrowser } from '../cli/browser.ts';
import { ended } from '../cli/interrupt.ts';
import {
  FaultError,
  nothing,
  orRefuse,
  RefusalError,
  UsageError,
  type Command,
} from '../cli/command.ts';
import { ownVersion } from '../cli/own-version.ts';
import { say, tell } from '../cli/print.ts';
import { findSenses } from '../cli/senses.ts';
import { askForTrust } from '../cli/trust-question.ts';
import { defaultPort, readServeOptions, type ServeOptions } from '../cli/serve-options.ts';
import { readScaleOptions } from '../cli/scale-options.ts';
import { openServeMemory } from '../cli/serve-memory.ts';

export const serve: Command = {
  help: `usage: percept serve [options]

One process and one port: a page to talk to models that see, the API behind it, addresses for
stored media, an OpenWOP media host, and a gateway that heals the requests of other agents.
Works with no key and no network: then local eyes answer.

options
  --port N               the port to listen on (default: ${defaultPort}; 0 takes any free one)
  --host ADDRESS         the address to listen on (default: 127.0.0.1); any other needs --tenants
  --origin URL           how browsers reach it, where that differs, such as https://percept.example
  --tenants FILE         who else may use it: {"tenants": [{"name": "acme", "token": "…"}]}
                         (or PERCEPT_TENANTS)
  --upstream NAME=URL    where the gateway sends requests for NAME: openai, anthropic, gemini, or any name for /gateway/NAME/…
  --heal NAME=WORDS      what it may do there beyond need: media-only, retention, resize, no-describe; NAME may be all
                         (or PERCEPT_UPSTREAM_OPENAI …; default: the provider's own address)
  --look-in DIR          where a tool call names a picture or a document below DIR and its result shows none, the gateway
                         looks there; NAME=DIR for one upstream
  --store-answers NAME   keep the pictures and sounds in answers of this upstream, or of all
  --open                 open the page in the browser of this machine
  --build                build the page first where it is older than its sources (needs a checkout)
  --quiet                no line for every request
  --max-inline-bytes N   media of OpenWOP runs up to this size stands in events as base64, larger media is a URL
                         (default: 262144; 0: always a URL)
  --test-seams           answer the routes that OpenWOP conformance suites drive a host by
  --data DIR             where the store is; one server at a time

several servers on one store
  --database URL         a PostgreSQL database in place of the embedded one, such as
                         postgres://percept@db.internal/percept (or PERCEPT_DATABASE_URL)
  --bucket URL           where the bytes lie: s3://NAME or s3://NAME/PREFIX, or file:///FOLDER
                         that all servers share (or PERCEPT_BUCKET)
  --bucket-endpoint URL  of another S3 server than Amazon's (or PERCEPT_BUCKET_ENDPOINT)
  --bucket-region NAME   (or PERCEPT_BUCKET_REGION, AWS_REGION; default: us-east-1)
  Secrets come from the environment alone: the password in PERCEPT_DATABASE_URL or PGPASSWORD,
  the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN). Every server
  has a --data folder of its own for its tenants' files, and all of them the same --origin.`,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    origin: { type: 'string' },
    tenants: { type: 'string' },
    upstream: { type: 'string', multiple: true },
    heal: { type: 'string', multiple: true },
    'look-in': { type: 'string', multiple: true },
    'store-answers': { type: 'string', multiple: true },
    open: { type: 'boolean' },
    build: { type: 'boolean' },
    quiet: { type: 'boolean' },
    'max-inline-bytes': { type: 'string' },
    'test-seams': { type: 'boolean' },
    database: { type: 'string' },
    bucket: { type: 'string' },
    'bucket-endpoint': { type: 'string' },
    'bucket-region': { type: 'string' },
  },
  run: async (invocation) => {
    const { args, flags, environment, signal } = invocation;
    if (args.length > 0) throw new UsageError('percept serve takes no arguments.');
    const { defaultUpstreams, openHost, readTenants, readUpstreams } =
      await import('@percept/host');
    const { spendsHostKey } = await import('@percept/host/internal');
    const { openwop } = await import('@percept/openwop');
    const wanted = readServeOptions(invocation, defaultUpstreams);
    for (const warning of wanted.warnings) tell(`warning: ${warning}`);
    const scale = readScaleOptions(invocation);
    const tenants =
      wanted.tenants === undefined ? undefined : orRefuse(readTenants(wanted.tenants));
    const upstreams = orRefuse(readUpstreams(wanted.upstreams));
    if (tenants) await checkWalls();
    await askForTrust(invocation);
    const app = await findPage(flags.on('build'));
    await using opened = await openServeMemory(invocation, scale);
    const { memory } = opened;
    await using senses = findSenses(environment);
    const cwd = environment.workingDirectory;
    const env = environment.variables;
    const place = { cwd, env };
    let port = wanted.port;
    // What is trusted meanwhile counts from a start on, like any configuration: there is one way to take it up.
    for (let isFirst = true; ; isFirst = false) {
      await using runtime = openRuntime({
        cwd,
        env,
        memory,
        senses: senses.found,
        sandbox: tenants ? 'required' : 'preferred',
      });
      const plan = await runtime.plan().catch((error: unknown) => {
        throw error instanceof RuntimeSetupError ? new RefusalError(error.refusal) : error;
      });
      const trusted = Promise.withResolvers<'trusted'>();
      const setup: HostSetup = {
        version: ownVersion(),
        memory,
        keys: opened.keys,
        runtime,
        cwd,
        listen: { port, address: wanted.address },
        origin: wanted.origin,
        credentials: tenants?.credentials ?? [],
        upstreams,
        gatewayKey: wanted.gatewayKey,
        extensions: [
          openwop({
            testSeams: flags.on('test-seams'),
            maxInlineMediaBytes: wanted.maxInlineMediaBytes,
          }),
        ],
        app,
        folderTrust: {
          question: () => trustQuestion(place),
          trust: async (digest) => {
            const kept = await trustShown(place, digest);
            if (kept.ok) trusted.resolve('trusted');
            return kept;
          },
        },
        log: flags.on('quiet') ? () => {} : tell,
        onSignIn: (tenant, next) =>
          tellPerson(`signed in: ${tenant}`, `For another browser: ${next}`),
        onLinkExpired: (tenant, next) =>
          tellPerson(
            `an old link was opened for ${tenant}`,
            `This one is good for ten minutes: ${next}`,
          ),
      };
      await using host = await openHost(setup).catch((error: unknown) => {
        throw asFault(error, wanted);
      });
      ({ port } = host);
      if (isFirst) {
        const link = host.signInLink();
        const tokenFile = join(memory.directory, 'serve-token');
        writeFileSync(tokenFile, `${host.localToken}\n`, { mode: 0o600 });
        const names = new Set(tenants?.credentials.map(({ tenant }) => tenant));
        const others = [...names].map((tenant) => ({ tenant, link: host.signInLink(tenant) }));
        const isGuarded = wanted.gatewayKey === undefined && spendsHostKey(upstreams);
        const facts = { link, tokenFile, others, hasPage: app !== undefined, isGuarded };
        say(
          flags.on('json')
            ? jsonOf(host, facts)
            : printableLines(textOf(host, facts, plan.catalogue.notices)),
        );
        if (flags.on('open') && !openInBrowser(link, environment))
          tell('No browser was found here: open the link above.');
      }
      const end = await Promise.race([ended(signal), trusted.promise]);
      const turns = host.running();
      if (end === 'trusted')
        tell('The configuration of this folder is trusted: percept serve starts anew with it.');
      else if (turns > 0)
        tell(
          `percept serve ends when ${turns === 1 ? 'a turn is' : `${turns} turns are`} done; Ctrl-C again ends it now.`,
        );
      if (end !== 'trusted') return nothing;
    }
  },
};

/** Tenants are strangers to each other: a decoder that one of them takes over must find nothing of the others. */
async function checkWalls(): Promise<void> {
  const { DecoderPool } = await import('@percept/ingest/internal');
  const pool = new DecoderPool({ sandbox: 'required' });
  const walls = await pool.describe();
  await pool.close();
  orRefuse(walls);
}

/** A link is a key: it is shown to a person, and not to a log. */
function tellPerson(what: string, link: string): void {
  tell(process.stderr.isTTY ? `${what}. ${link}` : what);
}

interface Facts {
  readonly link: string;
  readonly tokenFile: string;
  readonly others: readonly { readonly tenant: string; readonly link: string }[];
  readonly hasPage: boolean;
  /** The gateway spends a key of this host, so it asks who calls. */
  readonly isGuarded: boolean;
}

function jsonOf({ origin: url, port, faces }: RunningHost, facts: Facts): string {
  const { link, tokenFile, others: tenants, hasPage: page } = facts;
  return printableJson({ url, port, link, tokenFile, faces, page, tenants });
}

function textOf({ origin, faces }: RunningHost, facts: Facts, notices: readonly string[]): string {
  const { link, tokenFile, others, hasPage } = facts;
  const page = hasPage
    ? `open this link (it works once, within ten minutes):\n\n    ${link}\n`
    : 'there is no page: it is not built. In a checkout, npm start builds it.\n';
  return [
    `percept serves at ${origin}: ${faces.join(', ')}`,
    '',
    page,
    ...others.map(({ tenant, link: own }) => `    ${tenant}: ${own}`),
    faces.includes('gateway')
      ? `gateway      OPENAI_BASE_URL=${origin}/v1  ANTHROPIC_BASE_URL=${origin}${facts.isGuarded ? '\n             adds a key of this host: callers show the token below as their API key' : ''}`
      : 'gateway      off: set PERCEPT_GATEWAY_KEY, because others may ask here',
    `programs     Authorization: Bearer, with the token in ${tokenFile}`,
    ...notices.map((notice) => `note         ${notice}`),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

/** The folder of the built page, or undefined with words about why there is none. */
async function findPage(build: boolean): Promise<string | undefined> {
  const { buildApp, findApp } = await import('@percept/web/app');
  if (!build) return findApp();
  tell('percept serve: looking whether the page is built …');
  const built = await buildApp();
  if (built.ok) return built.value;
  tell(`${built.refusal.message} ${built.refusal.hint}`);
  return findApp();
}

function asFault(error: unknown, { port, address }: ServeOptions): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const elsewhere = `${address} is not an address of this machine. Choose another with --host.`;
  const words = new Map<unknown, string>([
    [
      'PERCEPT_FOLDER_TAKEN',
      `${error.message} Stop it, or give this one a folder of its own: percept serve --data DIR`,
    ],
    [
      'EADDRINUSE',
      `Port ${port} is taken. Stop what listens there, or choose another: percept serve --port ${port === 65_535 ? 0 : port + 1}`,
    ],
    [
      'EACCES',
      `This user may not listen on port ${port}. Choose one above 1023: percept serve --port ${defaultPort}`,
    ],
    ['EADDRNOTAVAIL', elsewhere],
    ['ENOTFOUND', elsewhere],
  ]).get(error.code);
  return words === undefined ? error : new FaultError(words, { cause: error });
}
