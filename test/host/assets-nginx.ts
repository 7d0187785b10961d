// Debian's nginx as a peer: on a socket of its own, with nothing but its defaults, and gone with the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'vitest';

/** `/usr/sbin` is not on everybody's path. */
function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

/** Skips where there is no nginx, in words; CI has no excuse. */
export function needsNginx(context: TestContext): string {
  const path = findNginx();
  if (path !== undefined) return path;
  const why = 'nginx is not installed (apt package: nginx-light)';
  if (process.env['CI'] === 'true') throw new Error(why);
  context.skip(why);
}

export interface Nginx {
  readonly socketPath: string;
  stop(): Promise<void>;
}

/** Serves the files of `root` below `/`. `folder` is its own, for its socket and its temporary files. */
export async function startNginx(program: string, folder: string, root: string): Promise<Nginx> {
  const socketPath = join(folder, 'nginx.sock');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
    events { worker_connections 128; }
    http {
      access_log off;
      types { image/png png; }
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server { listen unix:${socketPath}; root ${root}; }
    }`,
  );
  const child = spawn(program, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!existsSync(socketPath)) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    await sleep(20);
  }
  return {
    socketPath,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
