// A PostgreSQL of its own for a test: Debian's, in a temporary directory, on a free port of 127.0.0.1, as a user that is
// not root, with fsync on. It can be killed and started again on the same data.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { run, start, until, type ServerProcess, type StartOptions } from './server-process.ts';

export interface Postgres extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Ends it at once, as a crash would: no checkpoint, nothing is flushed on the way. */
  crash(): Promise<void>;
  start(): Promise<void>;
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const folder = '/usr/lib/postgresql';

async function postgresFolder(): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  const versions = (await readdir(folder)).toSorted((one, other) => Number(other) - Number(one));
  return versions
    .map((version) => join(folder, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
}

export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const bin = await postgresFolder();
  if (bin === undefined)
    throw new Error('PostgreSQL is missing; on Debian: apt-get install postgresql');
  const root = await mkdtemp(join(tmpdir(), 'percept-postgres-'));
  const data = join(root, 'data');
  const user = await serverUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(root, user.uid, user.gid);
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(root, 'password');
  await writeFile(passwordFile, password, { mode: 0o644 });
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'percept',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...user, cwd: root },
  );
  await rm(passwordFile);
  const port = await freePort();
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      'fsync = on',
      'max_connections = 100',
      'shared_buffers = 32MB',
      ...settings,
      '',
    ].join('\n'),
  );
  const url = `postgres://percept:${password}@127.0.0.1:${port}/postgres`;
  let server: ServerProcess | undefined;
  const up = async (): Promise<void> => {
    server = start(join(bin, 'postgres'), ['-D', data], { ...user, cwd: root });
    await until(server, () => answers(url), 120_000);
  };
  const stop = async (): Promise<void> => {
    // SIGINT is its fast shutdown: it does not wait for clients.
    await server?.stop('SIGINT');
    await rm(root, { recursive: true, force: true });
  };
  try {
    await up();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    port,
    crash: async () => server?.stop('SIGQUIT'),
    start: up,
    query: async (sql) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL refuses to run as root. */
async function serverUser(): Promise<StartOptions> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string): Promise<number> =>
    Number((await run('id', [flag, 'postgres'])).trim());
  return { uid: await id('-u'), gid: await id('-g') };
}
