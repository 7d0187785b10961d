// PgBouncer in front of a PostgreSQL, in transaction mode: the strictest pooler that operators put there.
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { run, start, until } from './server-process.ts';

const program = '/usr/sbin/pgbouncer';

export function hasPgbouncer(): boolean {
  return existsSync(program);
}

export interface Pgbouncer extends AsyncDisposable {
  readonly url: string;
}

export async function startPgbouncer(server: string): Promise<Pgbouncer> {
  const root = await mkdtemp(join(tmpdir(), 'percept-pgbouncer-'));
  const target = new URL(server);
  const port = await freePort();
  const settings = join(root, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const id = async (flag: string): Promise<number> =>
    Number((await run('id', [flag, 'postgres'])).trim());
  const user = isRoot ? { uid: await id('-u'), gid: await id('-g') } : {};
  if (user.uid !== undefined)
    for (const path of [root, settings]) await chown(path, user.uid, user.gid);
  const bouncer = start(program, [settings], user);
  await until(bouncer, () => isOpen(port), 120_000);
  return {
    url: `postgres://percept@127.0.0.1:${port}${target.pathname}`,
    [Symbol.asyncDispose]: async () => {
      await bouncer.stop('SIGKILL');
      await rm(root, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}
