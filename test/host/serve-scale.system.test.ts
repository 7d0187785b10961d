// `percept serve` on PostgreSQL and S3: servers that share one memory, one of them killed, and settings that are wrong.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { text, type CapturedRequest } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCeph, type Ceph } from '../store/ceph.ts';
import { startFaultyProxy } from '../store/faulty-proxy.ts';
import { freePort } from '../store/free-port.ts';
import { startPostgres, type Postgres } from '../store/postgres.ts';
import { noCeph, noPostgres } from '../store/programs.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openProcessStage, type ProcessStage, type ServeProcess } from './serve-stage.ts';
import { Visitor, wordsIn } from './serve-visitor.ts';
import { unless } from '../needs.ts';

const why = noPostgres ?? noCeph;
const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));
const origin = 'http://percept.test';

/** What the conformance workflow does by itself, with a model that is asked first. */
const askedAndApproved = {
  id: 'asked-and-approved',
  nodes: [
    { id: 'draft', typeId: 'percept.ask', config: { prompt: 'Say done.' } },
    {
      id: 'gate',
      typeId: 'core.approvalGate',
      config: { title: 'Is it good?', actions: ['accept'] },
    },
  ],
  edges: [{ sourceNodeId: 'draft', targetNodeId: 'gate' }],
};

describe('serving at scale', unless(why), () => {
  let postgres: Postgres;
  let ceph: Ceph;
  beforeAll(async () => {
    [postgres, ceph] = await Promise.all([startPostgres(), startCeph()]);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([postgres.stop(), ceph.stop()]);
  }, 240_000);

  const slow = { timeout: 240_000 };

  async function database(): Promise<string> {
    const name = `d${Math.random().toString(36).slice(2)}`;
    await postgres.query(`CREATE DATABASE ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  function keys(): NodeJS.ProcessEnv {
    const { accessKeyId, secretAccessKey } = ceph.credentials;
    return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  }

  async function program({ facts, child }: ServeProcess): Promise<Visitor> {
    expect(child.exitCode).toBeNull();
    const token = (await readFile(String(facts['tokenFile']), 'utf8')).trim();
    const at = `http://127.0.0.1:${String(facts['port'])}`;
    return new Visitor(at, { authorization: `Bearer ${token}` });
  }

  /** The path of an asset is good at every server; its origin is the one that all of them share. */
  async function assetAt(visitor: Visitor, url: string): Promise<Buffer> {
    expect(url.startsWith(`${origin}/v1/assets/`)).toBe(true);
    const response = await fetch(visitor.origin + url.slice(origin.length));
    expect([url, response.status]).toEqual([url, 200]);
    return Buffer.from(await response.arrayBuffer());
  }

  test(
    'what one server takes in the others serve, and a killed one finds it again',
    slow,
    async () => {
      const bucket = `s3://${await ceph.makeBucket()}/team`;
      await using stage = await openProcessStage(() => text('I see it.'), 'seeing', {
        ...keys(),
        PERCEPT_DATABASE_URL: await database(),
      });
      const shared = ['--bucket', bucket, '--bucket-endpoint', ceph.endpoint, '--origin', origin];
      const start = (folder: string) =>
        stage.start(...shared, '--data', join(stage.folder, folder));
      const [one, other] = await Promise.all([start('one'), start('other')]);
      const [first, second] = [await program(one), await program(other)];
      // One secret: who is known at one of them is known at all of them.
      expect(first.headers).toEqual(second.headers);

      const picture = await drawQuadrants(drawPalette(7));
      const taken = await first.uploaded(picture, 'quadrants.png', 'image/png');
      const url = taken.thumbnail?.url ?? '';
      const bytes = await assetAt(first, url);
      expect(await assetAt(second, url)).toEqual(bytes);
      const elsewhere = await second.ask<{ upload: string }>('GET', `/api/uploads/${taken.upload}`);
      expect([elsewhere.status, elsewhere.body.upload]).toEqual([200, taken.upload]);

      const session = await first.create();
      const view = await first.say(session.id, 'What is it?', [taken.upload]);
      expect(wordsIn(await second.session(session.id), 'assistant')).toBe(
        wordsIn(view, 'assistant'),
      );

      one.child.kill('SIGKILL');
      await one.gone;
      const again = await program(await start('one'));
      expect(wordsIn(await again.session(session.id), 'user')).toContain('What is it?');
      const shown = JSON.stringify((await again.session(session.id)).turns);
      const [link = ''] = /http:\/\/percept\.test\/v1\/assets\/[\w.-]+/.exec(shown) ?? [];
      expect(await assetAt(second, link)).toEqual(await assetAt(again, link));
      // Nothing of it lies in a data folder.
      expect(one.errors() + other.errors()).not.toContain('error:');
    },
  );

  test.each(['conformance-approval', 'asked-and-approved'])(
    'a run of %s is worked on by the server that it was created at, and told by all',
    slow,
    async (workflowId) => {
      const bucket = `s3://${await ceph.makeBucket()}`;
      await using stage = await openProcessStage(() => text('Done.'), 'seeing', {
        ...keys(),
        PERCEPT_DATABASE_URL: await database(),
        PERCEPT_BUCKET: bucket,
        PERCEPT_BUCKET_ENDPOINT: ceph.endpoint,
      });
      const start = (folder: string) =>
        stage.start('--origin', origin, '--data', join(stage.folder, folder));
      const one = await start('one');
      const first = await program(one);
      if (workflowId === 'asked-and-approved')
        await first.ask('POST', '/v1/host/percept/workflows', askedAndApproved);
      const created = await first.ask<{ runId: string }>('POST', '/v1/runs', { workflowId });
      const { runId } = created.body;
      const statusAt = async (visitor: Visitor): Promise<unknown> =>
        (await visitor.ask<{ status: string }>('GET', `/v1/runs/${runId}`)).body.status;
      await expect.poll(() => statusAt(first)).toBe('waiting-approval');

      // Another one that starts meanwhile does not take it up, and says who does when it is asked to change it.
      const second = await program(await start('other'));
      expect(await statusAt(second)).toBe('waiting-approval');
      const events = async (visitor: Visitor) =>
        (
          await visitor.ask<{ events: readonly { type: string }[] }>(
            'GET',
            `/v1/runs/${runId}/events/poll`,
          )
        ).body.events.map(({ type }) => type);
      expect(await events(second)).toEqual(await events(first));
      const refused = await second.ask<{ error: string }>('POST', `/v1/runs/${runId}/cancel`, {});
      expect([refused.status, refused.body.error]).toEqual([503, 'media_unavailable']);

      // What one of them was taught the other one knows.
      const taught = { id: 'ours', nodes: [{ id: 'n', typeId: 'core.noop' }] };
      expect((await second.ask('POST', '/v1/runs', { workflowId: 'ours' })).status).toBe(404);
      expect((await first.ask('POST', '/v1/host/percept/workflows', taught)).status).toBe(201);
      expect((await second.ask('POST', '/v1/runs', { workflowId: 'ours' })).status).toBe(201);

      // Whoever follows it there hears what happens at the other one.
      const told = follow(second, runId, 'run.cancelled');

      // Killed and started again in its folder, it goes on with its own.
      one.child.kill('SIGKILL');
      await one.gone;
      const again = await program(await start('one'));
      expect((await again.ask('POST', `/v1/runs/${runId}/cancel`, {})).status).toBe(200);
      await expect.poll(() => statusAt(second)).toBe('cancelled');
      expect(await told).toBe(true);
    },
  );

  test('a folder that the servers share takes the place of a bucket', slow, async () => {
    await using stage = await openProcessStage([], 'none', {
      PERCEPT_DATABASE_URL: await database(),
    });
    const bytes = pathToFileURL(join(stage.folder, 'bytes')).href;
    const start = async (folder: string): Promise<Visitor> => {
      const own = join(stage.folder, folder);
      return program(await stage.start('--bucket', bytes, '--origin', origin, '--data', own));
    };
    const [one, other] = [await start('one'), await start('other')];
    const picture = await drawQuadrants(drawPalette(5));
    const { thumbnail } = await one.uploaded(picture, 'a.png', 'image/png');
    const url = thumbnail?.url ?? '';
    expect(await assetAt(other, url)).toEqual(await assetAt(one, url));
  });

  test(
    'two servers begin a turn of one conversation at once: one does, and the other goes on from there',
    { tags: ['f-host-many-servers'], ...slow },
    async () => {
      const begun = Promise.withResolvers<void>();
      // The model is silent until both were answered: a turn that had ended already would let the other server begin one.
      const heard = async ({ raw }: CapturedRequest) => {
        if (raw.includes('At once.')) await begun.promise;
        return text('Heard.');
      };
      await using stage = await openProcessStage(heard, 'seeing', {
        PERCEPT_DATABASE_URL: await database(),
      });
      const bytes = pathToFileURL(join(stage.folder, 'bytes')).href;
      const start = async (folder: string): Promise<Visitor> => {
        const own = join(stage.folder, folder);
        return program(await stage.start('--bucket', bytes, '--origin', origin, '--data', own));
      };
      const [one, other] = [await start('one'), await start('other')];
      const session = await one.create();
      // Both have it open, with the same history.
      await one.say(session.id, 'One.', []);
      await other.say(session.id, 'Two.', []);
      const path = `/api/sessions/${session.id}/turns`;
      const asked = await Promise.all(
        [one, other].map((server) => server.ask('POST', path, { text: 'At once.', uploads: [] })),
      );
      begun.resolve();
      expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
      const words = async (): Promise<number> => (await other.session(session.id)).turns.length;
      await expect.poll(words).toBe(3);
      // Either server may have won, and the one that did is the one that knows when its turn has ended.
      for (const server of [one, other])
        await expect.poll(async () => (await server.session(session.id)).running).toBe(false);
      const view = await other.say(session.id, 'Three.', []);
      expect(wordsIn(view, 'user')).toContain('At once.');
      expect(view.turns).toHaveLength(4);
    },
  );

  test('wrong settings are told with their fix, and never with a secret', slow, async () => {
    const secret = 'swordfish-0123456789';
    const good = await database();
    const bucket = await ceph.makeBucket();
    const withPassword = (url: string, password: string): string => {
      const changed = new URL(url);
      changed.password = password;
      return changed.href;
    };
    const named = (name: string): string => Object.assign(new URL(good), { pathname: name }).href;
    const closed = await freePort();
    const place = ['--bucket', `s3://${bucket}`, '--bucket-endpoint', ceph.endpoint];
    const cases: readonly (readonly [readonly string[], NodeJS.ProcessEnv, number, RegExp])[] = [
      [['--bucket', 's3://x-bucket'], {}, 2, /--bucket goes with --database/],
      [['--database', 'mysql://a@b/c'], {}, 2, /--database takes postgres:\/\//],
      [['--database', `postgres://a:${secret}@b/c`], {}, 2, /PERCEPT_DATABASE_URL/],
      [['--database', 'postgres://a@b/c'], {}, 2, /--bucket s3:\/\//],
      [['--bucket', `s3://k:${secret}@x`], { PERCEPT_DATABASE_URL: good }, 2, /never part of/],
      [place, { PERCEPT_DATABASE_URL: good, AWS_ACCESS_KEY_ID: '' }, 2, /AWS_ACCESS_KEY_ID/],
      [place, { PERCEPT_DATABASE_URL: good, AWS_SECRET_ACCESS_KEY: '' }, 2, /AWS_SECRET_ACCESS/],
      [
        ['--bucket', 's3://bucket-x', '--bucket-endpoint', `https://k:${secret}@s3.example`],
        { PERCEPT_DATABASE_URL: good },
        2,
        /no user or key/,
      ],
      [
        ['--bucket', 's3://no-such-bucket-here', '--bucket-endpoint', ceph.endpoint],
        { PERCEPT_DATABASE_URL: good },
        1,
        /no such bucket .*Create the bucket/,
      ],
      [
        place,
        { PERCEPT_DATABASE_URL: good, AWS_SECRET_ACCESS_KEY: secret },
        1,
        /says no .*Check the credentials/,
      ],
      [
        ['--bucket', `s3://${bucket}`, '--bucket-endpoint', `http://127.0.0.1:${closed}`],
        { PERCEPT_DATABASE_URL: good },
        1,
        /cannot be reached .*Check its address/,
      ],
      [
        place,
        { PERCEPT_DATABASE_URL: withPassword(good, secret) },
        1,
        /check the user, the password/,
      ],
      [place, { PERCEPT_DATABASE_URL: named('nobody_made_this') }, 1, /create it first/],
      [
        place,
        { PERCEPT_DATABASE_URL: `postgres://percept:${secret}@127.0.0.1:${closed}/x` },
        1,
        /Nobody answers there: check the host and the port/,
      ],
    ];
    await using stage = await openProcessStage([], 'none');
    for (const [args, more, code, words] of cases) {
      const told = await serveOnce(stage, args, { ...keys(), ...more });
      expect([args.join(' '), told.code]).toEqual([args.join(' '), code]);
      expect(told.output).toMatch(words);
      const { secretAccessKey, accessKeyId } = ceph.credentials;
      for (const hidden of [secret, secretAccessKey, accessKeyId, new URL(good).password])
        expect(told.output).not.toContain(hidden);
    }
  });

  test(
    'what is away is told without its address, and the server goes on when it is back',
    slow,
    async () => {
      const bucket = await ceph.makeBucket();
      const proxy = await startFaultyProxy(ceph.endpoint);
      const url = await database();
      await using stage = await openProcessStage(() => text('Done.'), 'seeing', {
        ...keys(),
        PERCEPT_DATABASE_URL: url,
        PERCEPT_BUCKET: `s3://${bucket}`,
        PERCEPT_BUCKET_ENDPOINT: proxy.endpoint,
      });
      const me = await program(await stage.start());
      const picture = await drawQuadrants(drawPalette(9));
      const taken = await me.uploaded(picture, 'a.png', 'image/png');
      const session = await me.create();
      const heard: string[] = [];
      const ask = async (method: string, path: string, body?: object): Promise<void> => {
        const answer = await me.ask(method, path, body);
        heard.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      };
      const upload = async (bytes: Buffer): Promise<void> => {
        heard.push(JSON.stringify(await me.upload(bytes, 'b.png')));
      };
      await postgres.crash();
      await Promise.all([
        ask('GET', '/api/status'),
        ask('GET', '/api/sessions'),
        ask('POST', '/api/sessions', {}),
        ask('GET', `/api/sessions/${session.id}`),
        ask('GET', `/api/uploads/${taken.upload}`),
        ask('POST', `/api/sessions/${session.id}/turns`, { text: 'hi', uploads: [taken.upload] }),
        ask('POST', '/v1/runs', { workflowId: 'conformance-noop' }),
        ask('POST', '/v1/runs', { workflowId: 'percept-ask', inputs: { prompt: 'Say.' } }),
        ask('GET', '/v1/runs'),
        ask('POST', '/v1/host/sample/media/put', { contentBase64: 'QUJD' }),
        upload(await drawQuadrants(drawPalette(10))),
      ]);
      expect(heard.filter((said) => said.startsWith('503 ')).length).toBeGreaterThan(3);
      await postgres.start();
      await expect.poll(async () => (await me.ask('POST', '/api/sessions', {})).status).toBe(201);
      await proxy[Symbol.asyncDispose]();
      await upload(await drawQuadrants(drawPalette(11)));
      await ask('POST', '/v1/host/sample/media/put', { contentBase64: 'QUJDREVG' });
      expect(heard.at(-1)).toMatch(/^503 .*object store cannot be reached/);
      const { hostname, port, password, username, pathname } = new URL(url);
      const { accessKeyId, secretAccessKey } = ceph.credentials;
      const { data } = stage;
      const places = [`${hostname}:${port}`, proxy.endpoint.slice('http://'.length), data, bucket];
      const names = [password, `${username}@`, pathname.slice(1), accessKeyId, secretAccessKey];
      const hidden = [...places, ...names];
      for (const said of heard) for (const part of hidden) expect(said).not.toContain(part);
    },
  );

  async function follow(visitor: Visitor, run: string, type: string): Promise<boolean> {
    const response = await fetch(`${visitor.origin}/v1/runs/${run}/events`, {
      headers: { ...visitor.headers, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(180_000),
    });
    let heard = '';
    for await (const chunk of response.body ?? []) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes(type)) return true;
    }
    return heard.includes(type);
  }

  async function serveOnce(
    stage: ProcessStage,
    args: readonly string[],
    more: NodeJS.ProcessEnv,
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    const call = [perceptBin, 'serve', '--json', '--port', '0', '--data', stage.data, ...args];
    const child = spawn(process.execPath, call, {
      cwd: stage.folder,
      env: { ...stage.env, ...more },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'close');
    return { code: child.exitCode, output };
  }
});
