// Assets by token beside nginx with secure_link: the same files, the same driver, turn by turn in one run. The ratio is
// the figure; rates depend on the machine. Needs nginx and wrk (Debian: nginx-light, wrk).
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord, readText } from '@percept/core/internal';

const files = 64;
const bytesPerFile = 180_000;
const connections = 16;
const secondsPerTurn = 5;
const turns = 5;

interface Server {
  readonly name: string;
  readonly origin: string;
  readonly script: string;
  readonly pid: number;
}

interface Turn {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number;
  readonly failures: number;
}

const [nginx, wrk] = [find('nginx'), find('wrk')];
if (nginx === undefined || wrk === undefined) {
  console.log('Install nginx and wrk first (Debian: apt-get install nginx-light wrk).');
  process.exit(1);
}
const directory = await mkdtemp(join(tmpdir(), 'percept-bench-assets-'));
const children: ChildProcess[] = [];
try {
  await measure(nginx, wrk);
} finally {
  for (const child of children) {
    const closed = once(child, 'close');
    child.kill();
    await closed;
  }
  await rm(directory, { recursive: true, force: true });
}

function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

async function measure(nginxPath: string, wrkPath: string): Promise<void> {
  const { server: ours, minted } = await startOurs();
  const servers = [await startNginx(nginxPath, minted), ours];
  const results = new Map<string, Turn[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers) await drive(wrkPath, server, 1);
  for (let turn = 0; turn < turns; turn++)
    for (const server of servers)
      results.get(server.name)?.push(await drive(wrkPath, server, secondsPerTurn));
  print(results);
}

async function startOurs(): Promise<{ server: Server; minted: readonly Minted[] }> {
  const program = fileURLToPath(new URL('assets/server.ts', import.meta.url));
  const memory = join(directory, 'memory');
  const child = spawn(process.execPath, [program, memory, `${files}`, `${bytesPerFile}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const { value: line } = await lines[Symbol.asyncIterator]().next();
  const said: unknown = JSON.parse(String(line));
  if (!isRecord(said) || !Array.isArray(said['minted'])) throw new Error('The host did not start.');
  const minted = said['minted'].flatMap((one): readonly Minted[] => {
    const path = isRecord(one) ? readText(one['path']) : undefined;
    const file = isRecord(one) ? readText(one['file']) : undefined;
    return path !== undefined && file !== undefined ? [{ path, file }] : [];
  });
  const script = await writeScript(
    'ours',
    minted.map(({ path }) => path),
  );
  const origin = readText(said['origin']) ?? '';
  return { server: { name: 'percept', origin, script, pid: child.pid ?? 0 }, minted };
}

interface Minted {
  readonly path: string;
  readonly file: string;
}

/** Its way to protect a path: an MD5 of a secret, the path and the end, checked before sendfile. */
async function startNginx(program: string, minted: readonly Minted[]): Promise<Server> {
  const port = await freePort();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  await writeFile(
    join(directory, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; master_process off; pid ${directory}/nginx.pid; error_log stderr;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temp}
      server { listen 127.0.0.1:${port}; root ${directory}/memory/blobs; default_type image/png;
        location / {
          secure_link $arg_md5,$arg_expires;
          secure_link_md5 "$secure_link_expires$uri secret";
          if ($secure_link = "") { return 404; }
          if ($secure_link = "0") { return 410; }
          add_header X-Content-Type-Options nosniff;
        } } }`,
  );
  const child = spawn(program, ['-e', 'stderr', '-c', join(directory, 'nginx.conf')], {
    stdio: 'inherit',
  });
  children.push(child);
  const expires = 4_000_000_000;
  const paths = minted.map(({ file }) => {
    const md5 = createHash('md5').update(`${expires}/${file} secret`).digest('base64url');
    return `/${file}?md5=${md5}&expires=${expires}`;
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}${paths[0]}`).catch(() => undefined);
    if (answer?.ok) break;
    await sleep(50);
  }
  return {
    name: 'nginx secure_link',
    origin,
    script: await writeScript('nginx', paths),
    pid: child.pid ?? 0,
  };
}

async function writeScript(name: string, paths: readonly string[]): Promise<string> {
  const file = join(directory, `${name}.lua`);
  const list = paths.map((path) => JSON.stringify(path)).join(',\n');
  await writeFile(
    file,
    `local paths = {${list}}
    local at = 0
    request = function() at = at % #paths + 1; return wrk.format('GET', paths[at]) end
    done = function(summary, latency)
      io.write(string.format('\\nRESULT %d %d %d %d %d\\n', summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
    end`,
  );
  return file;
}

async function drive(program: string, server: Server, seconds: number): Promise<Turn> {
  const before = cpuMicros(server.pid);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', server.script, server.origin];
  const { stdout } = await promisify(execFile)(program, args);
  const used = cpuMicros(server.pid) - before;
  const [requests = 0, duration = 1, p50 = 0, p99 = 0, failures = 0] = (
    /RESULT ([\d ]+)/.exec(stdout)?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return {
    perSecond: requests / (duration / 1e6),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    cpuMicros: used / requests,
    failures,
  };
}

/** User and system time of a process so far; the clock of the kernel ticks a hundred times a second. */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no port.');
  return address.port;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

function print(results: ReadonlyMap<string, readonly Turn[]>): void {
  const rows = [...results].map(([server, turnsOf]) => ({
    server,
    'requests/s': Math.round(median(turnsOf.map(({ perSecond }) => perSecond))),
    'p50 ms': median(turnsOf.map(({ p50Ms }) => p50Ms)).toFixed(1),
    'p99 ms': median(turnsOf.map(({ p99Ms }) => p99Ms)).toFixed(1),
    'CPU µs/request': Math.round(median(turnsOf.map(({ cpuMicros: micros }) => micros))),
    failures: turnsOf.reduce((sum, { failures }) => sum + failures, 0),
  }));
  console.log(
    `${files} files of ${bytesPerFile} bytes, ${connections} connections, ${turns} turns of ${secondsPerTurn} s each; medians`,
  );
  console.table(rows);
  const [theirs = [], ours = []] = [...results.values()];
  const ratios = theirs.map(({ perSecond }, turn) => perSecond / (ours[turn]?.perSecond ?? NaN));
  const cpu = theirs.map(({ cpuMicros: micros }, turn) => (ours[turn]?.cpuMicros ?? NaN) / micros);
  const tail = theirs.map(({ p99Ms }, turn) => (ours[turn]?.p99Ms ?? NaN) / p99Ms);
  console.log(
    `nginx serves ${median(ratios).toFixed(2)} times as many requests (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  );
  console.log(
    `percept takes ${median(cpu).toFixed(2)} times the CPU per request, and ${median(tail).toFixed(2)} times its p99`,
  );
}
