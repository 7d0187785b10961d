// Our responder beside nginx and `send`, on the same bytes and the same questions. Where all agree there is nothing to
// explain; every difference has its clause of RFC 9110 below, and a difference without one fails.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type RequestOptions,
} from 'node:http';
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseTenantId } from '@percept/core';
import { openMemory } from '@percept/store';
import { expect, onTestFinished, test } from 'vitest';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';
import { needsNginx, startNginx } from './assets-nginx.ts';

type Send = (request: object, path: string, options: object) => { pipe(response: object): unknown };

function isSend(value: unknown): value is Send {
  return typeof value === 'function';
}

interface Peer {
  readonly name: 'ours' | 'nginx' | 'send';
  readonly socketPath: string;
  readonly path: string;
  readonly etag: string;
}

type Name = 'none' | 'own' | 'weak' | 'stale' | 'star' | 'list';

interface Question {
  readonly method: 'GET' | 'HEAD';
  readonly range?: string;
  readonly ifNoneMatch?: Name;
  readonly ifMatch?: Name;
  readonly ifRange?: Name;
}

const ranges = [
  'bytes=0-99',
  'bytes=0-0',
  'bytes=999-999',
  'bytes=500-',
  'bytes=0-999',
  'bytes=0-',
  'bytes=900-5000',
  'bytes=-1',
  'bytes=-100',
  'bytes=-1000',
  'bytes=-5000',
  'bytes=-0',
  'bytes=1000-',
  'bytes=5000-6000',
  'bytes=9-5',
  'lines=0-9',
  'bytes=abc',
  'bytes=',
  'bytes=1',
  'bytes=0-9,20-29',
  'bytes=0-0,-1',
  'bytes= 0-9',
  'Bytes=0-9',
];

function* questions(): Iterable<Question> {
  for (const method of ['GET', 'HEAD'] as const) {
    for (const range of ranges)
      for (const ifRange of ['none', 'own', 'stale'] as const) yield { method, range, ifRange };
    for (const ifNoneMatch of ['none', 'own', 'weak', 'stale', 'star', 'list'] as const)
      for (const ifMatch of ['none', 'own', 'stale', 'star', 'list'] as const) {
        yield { method, ifNoneMatch, ifMatch };
        yield { method, ifNoneMatch, ifMatch, range: 'bytes=0-9' };
      }
  }
}

function fieldOf(name: Name | undefined, etag: string): string | undefined {
  const strong = etag.replace(/^W\//, '');
  switch (name) {
    case undefined:
    case 'none':
      return undefined;
    case 'own':
      return etag;
    case 'weak':
      return `W/${strong}`;
    case 'stale':
      return '"stale"';
    case 'star':
      return '*';
    case 'list':
      return `"stale", ${etag}`;
  }
}

function answerTo(options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    ask({ ...options, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function put(peer: Peer, question: Question): Promise<string> {
  const fields: OutgoingHttpHeaders = {};
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) fields[name] = value;
  };
  set('range', question.range);
  set('if-none-match', fieldOf(question.ifNoneMatch, peer.etag));
  set('if-match', fieldOf(question.ifMatch, peer.etag));
  set('if-range', fieldOf(question.ifRange, peer.etag));
  const { socketPath, path } = peer;
  const response = await answerTo({ socketPath, path, method: question.method, headers: fields });
  const body = await buffer(response);
  const status = response.statusCode;
  const range = response.headers['content-range'];
  const isBytes = status === 200 || status === 206;
  const shown = range === undefined ? '' : ` ${range}`;
  const isParts = String(response.headers['content-type']).startsWith('multipart/byteranges');
  if (isParts) return `${status} multipart`;
  const hash = isBytes ? ` ${createHash('sha256').update(body).digest('hex').slice(0, 8)}` : '';
  return `${status}${shown}${hash}`;
}

interface Difference {
  readonly clause: string;
  readonly with: 'nginx' | 'send';
  readonly holds: (question: Question, ours: string, theirs: string) => boolean;
}

const isNot = (question: Question, pattern: RegExp): boolean => !pattern.test(question.range ?? '');
const isOne = /^bytes= ?(\d+-\d*|-\d+)$/i;

const differences: readonly Difference[] = [
  {
    clause:
      '§14.2: "A server MUST ignore a Range header field received with a request method … other than GET"',
    with: 'nginx',
    holds: ({ method, range }, ours) =>
      method === 'HEAD' && range !== undefined && !/^(206|416)/.test(ours),
  },
  {
    clause: '§14.2: the same',
    with: 'send',
    holds: ({ method, range }, ours) =>
      method === 'HEAD' && range !== undefined && !/^(206|416)/.test(ours),
  },
  {
    clause: '§14.2: "MAY ignore … an invalid ranges-specifier"; nginx rejects it',
    with: 'nginx',
    holds: (question, ours, theirs) =>
      isNot(question, isOne) && ours.startsWith('200') && theirs.startsWith('416'),
  },
  {
    clause: '§14.2: "MAY ignore" several ranges; nginx sends them as multipart',
    with: 'nginx',
    holds: ({ range = '' }, ours, theirs) =>
      range.includes(',') && ours.startsWith('200') && theirs === '206 multipart',
  },
  {
    clause:
      '§14.1.2: "If the selected representation is shorter than the specified suffix-length, the entire representation is used"',
    with: 'send',
    holds: ({ range }, ours, theirs) =>
      range === 'bytes=-5000' && ours.startsWith('206') && theirs.startsWith('416'),
  },
  {
    clause: '§14.1: "Range unit names are case-insensitive"',
    with: 'send',
    holds: ({ range }, ours, theirs) =>
      range === 'Bytes=0-9' && ours.startsWith('206') && theirs.startsWith('200'),
  },
];

test(
  'ranges and conditions are answered as nginx and send answer them, or as the RFC says',
  { tags: ['f-asset-range', 'f-asset-conditional'], timeout: 240_000 },
  async (context) => {
    const program = needsNginx(context);
    const folder = await mkdtemp(join(tmpdir(), 'percept-peers-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const bytes = Buffer.alloc(1000, 0).map((_, index) => index % 251);
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(bytes);
    const root = join(folder, 'root');
    await mkdir(root, { mode: 0o755 });
    await writeFile(join(root, 'asset.png'), bytes);

    const listen = async (name: string, handler: RequestListener): Promise<string> => {
      const socketPath = join(folder, name);
      const server = createServer(handler).listen(socketPath);
      await once(server, 'listening');
      onTestFinished(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      });
      return socketPath;
    };
    const nginx = await startNginx(program, join(folder, 'nginx'), root);
    onTestFinished(() => nginx.stop());
    const send: unknown = createRequire(import.meta.url)('send');
    if (!isSend(send)) throw new Error('send is not a function.');
    const sendSocket = await listen('send.sock', (request, response) => {
      send(request, 'asset.png', { root }).pipe(response);
    });
    const { socketPath: ourSocket, path: ourPath } = await ours(folder, bytes, listen);

    const etagOf = async (socketPath: string, path: string): Promise<string> => {
      const response = await answerTo({ socketPath, path, method: 'HEAD' });
      response.resume();
      return String(response.headers.etag);
    };
    const peer = async (name: Peer['name'], socketPath: string, path: string): Promise<Peer> => ({
      name,
      socketPath,
      path,
      etag: await etagOf(socketPath, path),
    });
    const we = await peer('ours', ourSocket, ourPath);
    const peers = [
      await peer('nginx', nginx.socketPath, '/asset.png'),
      await peer('send', sendSocket, '/asset.png'),
    ];

    const unexplained: unknown[] = [];
    const explained = new Map<string, number>();
    const agreed = { nginx: 0, send: 0 };
    for (const question of questions()) {
      const answer = await put(we, question);
      for (const them of peers) {
        const theirs = await put(them, question);
        if (them.name === 'ours') continue;
        const { name } = them;
        if (theirs === answer) {
          agreed[name]++;
          continue;
        }
        const reason = differences.find(
          (one) => one.with === name && one.holds(question, answer, theirs),
        );
        if (reason)
          explained.set(
            `${name} ${reason.clause}`,
            (explained.get(`${name} ${reason.clause}`) ?? 0) + 1,
          );
        else unexplained.push({ question, ours: answer, [name]: theirs });
      }
    }
    console.log('agreed', agreed, 'explained', Object.fromEntries(explained));
    expect(unexplained).toEqual([]);
    // Every explanation is needed, and most answers need none.
    expect(explained.size).toBe(differences.length);
    expect(agreed.nginx).toBeGreaterThan(100);
    expect(agreed.send).toBeGreaterThan(100);
  },
);

async function ours(
  folder: string,
  bytes: Uint8Array,
  listen: (name: string, handler: RequestListener) => Promise<string>,
): Promise<{ readonly socketPath: string; readonly path: string }> {
  const directory = join(folder, 'memory');
  const memory = await openMemory({ directory });
  onTestFinished(() => memory.close());
  const origin = 'http://assets.example';
  const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin });
  const tenant = parseTenantId('acme');
  const blob = await memory.put(bytes);
  if (!tenant.ok || !blob.ok) throw new Error('The bytes were not stored.');
  const run = await memory.sessions.open({ tenant: tenant.value });
  if (!run.ok) throw new Error(run.refusal.message);
  const entry = { type: 'custom', name: 'asset', data: null, blobs: [blob.value] } as const;
  await memory.sessions.append(run.value.id, entry);
  const minted = await assets.mint({ tenant: tenant.value, run: run.value.id, blob: blob.value });
  if (!minted.ok) throw new Error(minted.refusal.message);
  const socketPath = await listen('ours.sock', (request, response) => {
    void assets.node(request, response);
  });
  return { socketPath, path: new URL(minted.value.url).pathname };
}
