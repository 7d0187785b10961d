// A real S3 server for a test: Ceph's object gateway with one monitor and one memory-backed OSD, in a temporary
// directory on free ports of 127.0.0.1. It listens nowhere else and is gone afterwards.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { freePort } from './free-port.ts';
import { run, start, until, type ServerProcess } from './server-process.ts';

export interface Ceph extends AsyncDisposable {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The host under which `BUCKET.host` is a bucket, for requests in the virtual-host style. */
  readonly virtualHost: string;
  makeBucket(): Promise<string>;
  stop(): Promise<void>;
}

export function hasCeph(): boolean {
  return ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph'].every((name) =>
    existsSync(join('/usr/bin', name)),
  );
}

export async function startCeph(): Promise<Ceph> {
  if (!hasCeph())
    throw new Error(
      'Ceph is missing; on Debian: apt-get install ceph-mon ceph-osd radosgw ceph-common',
    );
  const root = await mkdtemp(join(tmpdir(), 'percept-ceph-'));
  const servers: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    // There is nothing to save: the data is in memory, and a clean shutdown waits for peers that do not exist.
    for (const server of servers.toReversed()) await server.stop('SIGKILL');
    await rm(root, { recursive: true, force: true });
  };
  try {
    return { ...(await bringUp(root, servers)), stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Running = Omit<Ceph, 'stop' | typeof Symbol.asyncDispose>;

async function bringUp(root: string, servers: ServerProcess[]): Promise<Running> {
  const [monitor, gateway] = [await freePort(), await freePort()];
  const cluster = randomUUID();
  const conf = join(root, 'ceph.conf');
  const keyring = join(root, 'keyring');
  for (const name of ['mon', 'osd', 'run']) await mkdir(join(root, name));
  await writeFile(conf, configuration(root, cluster, monitor, gateway));
  await makeKeyring(keyring);

  const monitorAddress = `[v2:127.0.0.1:${monitor}]`;
  const map = join(root, 'monmap');
  await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', monitorAddress, map]);
  await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  const spawnServer = (command: string, args: readonly string[]): ServerProcess => {
    const server = start(command, ['-c', conf, '-f', ...args]);
    servers.push(server);
    return server;
  };
  spawnServer('ceph-mon', ['-i', 'a']);
  const osd = randomUUID();
  await run('ceph', ['-c', conf, 'osd', 'new', osd]);
  await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd]);
  spawnServer('ceph-osd', ['-i', '0']);
  const rgw = spawnServer('radosgw', ['-n', 'client.rgw.a']);
  const endpoint = `http://127.0.0.1:${gateway}`;
  await until(rgw, () => answers(endpoint), 120_000);

  const credentials = {
    accessKeyId: randomBytes(8).toString('hex'),
    secretAccessKey: randomBytes(16).toString('hex'),
  };
  await run('radosgw-admin', [
    '-c',
    conf,
    'user',
    'create',
    '--uid=percept',
    '--display-name=percept',
    `--access-key=${credentials.accessKeyId}`,
    `--secret-key=${credentials.secretAccessKey}`,
  ]);
  const region = 'us-east-1';
  const makeBucket = async (): Promise<string> => {
    const bucket = `percept-${randomBytes(6).toString('hex')}`;
    const client = new AwsClient({ ...credentials, service: 's3', region, retries: 0 });
    const { status } = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    if (status !== 200) throw new Error(`The bucket was not made (${status}).`);
    return bucket;
  };
  return { endpoint, region, credentials, virtualHost: 's3.percept.test', makeBucket };
}

async function makeKeyring(path: string): Promise<void> {
  const rights: readonly (readonly [string, readonly string[]])[] = [
    ['mon.', ['mon', 'allow *']],
    ['client.admin', ['mon', 'allow *', 'osd', 'allow *']],
    ['osd.0', ['mon', 'allow profile osd', 'osd', 'allow *']],
    ['client.rgw.a', ['mon', 'allow rw', 'osd', 'allow rwx']],
  ];
  for (const [index, [name, caps]] of rights.entries()) {
    const pairs = caps.flatMap((word, at) => (at % 2 === 0 ? ['--cap', word] : [word]));
    const create = index === 0 ? ['--create-keyring'] : [];
    await run('ceph-authtool', [path, ...create, '--gen-key', '-n', name, ...pairs]);
  }
}

/** Access control stays on: without it the gateway never becomes ready. */
function configuration(root: string, cluster: string, monitor: number, gateway: number): string {
  return `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitor}]
mon initial members = a
ms bind msgr1 = false
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${root}/keyring
run dir = ${root}/run
crash dir = ${root}/run
admin socket = ${root}/run/$name.asok
log file = /dev/null
pid file =
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
mon data avail warn = 2
[mon.a]
mon data = ${root}/mon
[osd]
osd data = ${root}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
osd class load list = *
osd class default list = *
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw dns name = s3.percept.test
rgw enable usage log = false
rgw thread pool size = 64
`;
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
