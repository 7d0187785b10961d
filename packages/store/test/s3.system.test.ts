// Blobs over the S3 wire against a real server: the published suite, what the wire adds, and what networks do to it.
import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCeph, type Ceph } from '../../../test/store/ceph.ts';
import {
  startFaultyProxy,
  type Fault,
  type FaultyProxy,
} from '../../../test/store/faulty-proxy.ts';
import { S3BlobStore, type S3Options } from '../src/s3/index.ts';
import { blobStoreSuite } from '../src/testing/index.ts';
import { accepted, bytesOf, refusedAs } from './scene.ts';
import { noCeph } from '../../../test/store/programs.ts';
import { unless } from '../../../test/needs.ts';

const why = noCeph;

describe('over the S3 wire', unless(why), () => {
  let ceph: Ceph;
  beforeAll(async () => {
    ceph = await startCeph();
  }, 240_000);
  afterAll(() => ceph.stop(), 60_000);

  async function options(more: Partial<S3Options> = {}): Promise<S3Options> {
    const { endpoint, region, credentials } = ceph;
    const bucket = more.bucket ?? (await ceph.makeBucket());
    return { endpoint, region, credentials, bucket, ...more };
  }

  async function proxied(more: Partial<S3Options> = {}): Promise<{
    readonly store: S3BlobStore;
    readonly direct: S3BlobStore;
    readonly proxy: FaultyProxy;
  }> {
    const proxy = await startFaultyProxy(ceph.endpoint);
    onTestFinished(() => proxy[Symbol.asyncDispose]());
    const direct = await options(more);
    const limits = { requestTimeoutMs: 5000, maxPauseMs: 20, ...more.limits };
    return {
      store: new S3BlobStore({ ...direct, endpoint: proxy.endpoint, limits }),
      direct: new S3BlobStore(direct),
      proxy,
    };
  }

  describe(
    'blobs in a bucket',
    { tags: ['f-store-s3', 'f-store-shared-suite'], timeout: 240_000 },
    () => {
      blobStoreSuite(test, async () => ({ store: new S3BlobStore(await options()) }));
    },
  );

  test(
    'a put asks for absence, and bytes that are there already are not sent over',
    { tags: ['f-store-s3'], timeout: 240_000 },
    async () => {
      const { store, proxy } = await proxied();
      const id = accepted(await store.put(bytesOf('once')));
      expect(proxy.seen.map(({ line }) => line.split(' ')[0])).toEqual(['PUT']);
      expect(proxy.seen[0]?.headers).toMatchObject({
        'if-none-match': '*',
        'x-amz-content-sha256': id,
      });
      expect(accepted(await store.put(bytesOf('once')))).toBe(id);
      expect(proxy.seen.slice(1).map(({ line }) => line.split(' ')[0])).toEqual(['PUT', 'HEAD']);
    },
  );

  const bad: readonly (readonly [string, Fault])[] = [
    ['a connection that is cut before the server was asked', { kind: 'cut-request' }],
    ['an answer that never comes', { kind: 'swallow-answer' }],
    ['a server that fails', { kind: 'status', status: 500 }],
    ['a server that is too busy', { kind: 'status', status: 503, body: slowDown() }],
  ];

  test.for(bad)(
    'a put, a get and a size survive %s',
    { tags: ['f-store-s3'], timeout: 240_000 },
    async ([, fault]) => {
      const { store, direct, proxy } = await proxied();
      proxy.faults.push(fault, fault);
      const id = accepted(await store.put(bytesOf('survivor')));
      expect(proxy.faults).toEqual([]);
      expect(new Uint8Array(accepted(await direct.get(id)))).toEqual(bytesOf('survivor'));
      proxy.faults.push(fault);
      expect(new Uint8Array(accepted(await store.get(id)))).toEqual(bytesOf('survivor'));
      proxy.faults.push(fault);
      expect(accepted(await store.size(id))).toBe(8);
      proxy.faults.push(fault);
      const listed: string[] = [];
      for await (const one of store.list()) listed.push(one);
      expect(listed).toEqual([id]);
      proxy.faults.push(fault);
      await store.remove(id);
      expect(refusedAs(await direct.get(id))).toBe('absent');
    },
  );

  test.for<[string, Fault]>([
    ['cut', { kind: 'cut-answer' }],
    ['flipped in one bit', { kind: 'flip-answer' }],
    ['held back', { kind: 'stall-answer' }],
  ])('an answer that is %s is asked for again', { timeout: 240_000 }, async ([, fault]) => {
    const { store, proxy } = await proxied({ limits: { requestTimeoutMs: 2000 } });
    const bytes = new Uint8Array(300_000).fill(3);
    const id = accepted(await store.put(bytes));
    proxy.faults.push(fault);
    expect(Buffer.compare(accepted(await store.get(id)), bytes)).toBe(0);
    expect(proxy.faults).toEqual([]);
  });

  test(
    'bytes that are damaged on their way in are refused by the server and sent again',
    { timeout: 240_000 },
    async () => {
      const { store, direct, proxy } = await proxied();
      proxy.faults.push({ kind: 'flip-request' });
      const id = accepted(await store.put(bytesOf('whole')));
      expect(proxy.seen.length).toBe(2);
      expect(new Uint8Array(accepted(await direct.get(id)))).toEqual(bytesOf('whole'));
    },
  );

  test(
    'a failure that does not pass is told after a bounded number of attempts',
    { timeout: 240_000 },
    async () => {
      const { store, proxy } = await proxied({
        limits: { maxAttempts: 3, requestTimeoutMs: 1000 },
      });
      const many = (fault: Fault): Fault[] => Array.from({ length: 3 }, () => fault);
      const id = accepted(await store.put(bytesOf('there')));
      proxy.faults.push(...many({ kind: 'status', status: 503, body: slowDown() }));
      expect(refusedAs(await store.put(bytesOf('busy')))).toBe('unavailable');
      proxy.faults.push(...many({ kind: 'cut-request' }));
      expect(refusedAs(await store.get(id))).toBe('unavailable');
      proxy.faults.push(...many({ kind: 'stall-answer' }));
      expect(refusedAs(await store.get(id))).toBe('timed-out');
      proxy.faults.push(...many({ kind: 'flip-answer' }));
      expect(refusedAs(await store.get(id))).toBe('corrupt');
      proxy.faults.push({ kind: 'status', status: 507 });
      expect(refusedAs(await store.put(bytesOf('full')))).toBe('store-full');
      expect(proxy.faults).toEqual([]);
      expect(refusedAs(await store.get(id))).toBe('accepted');
    },
  );

  test(
    'a redirect is never followed, so that signed headers go nowhere else',
    { timeout: 240_000 },
    async () => {
      const { store, proxy } = await proxied();
      proxy.faults.push({ kind: 'status', status: 307 });
      expect(refusedAs(await store.put(bytesOf('elsewhere')))).toBe('unavailable');
      expect(proxy.seen.length).toBe(1);
    },
  );

  test(
    'an object that was changed behind our back is never served, and the next put restores it',
    { timeout: 240_000 },
    async () => {
      const at = await options();
      const store = new S3BlobStore({ ...at, limits: { maxPauseMs: 20 } });
      const good = bytesOf('what was put');
      const id = accepted(await store.put(good));
      const url = `${at.endpoint}/${at.bucket}/percept/blobs/${id.slice(0, 2)}/${id}`;
      const client = new AwsClient({
        ...ceph.credentials,
        service: 's3',
        region: at.region,
        retries: 0,
      });
      for (const wrong of ['what was pux', 'longer than what was put', '']) {
        expect((await client.fetch(url, { method: 'PUT', body: wrong })).status).toBe(200);
        expect(refusedAs(await store.get(id))).toBe('corrupt');
        expect(accepted(await store.put(good))).toBe(id);
        expect(new Uint8Array(accepted(await store.get(id)))).toEqual(good);
      }
    },
  );

  test(
    'a list goes on over pages and leaves out what is not ours',
    { timeout: 240_000 },
    async () => {
      const at = await options({ limits: { maxKeysPerPage: 7 } });
      const store = new S3BlobStore(at);
      const ids = await Promise.all(
        Array.from({ length: 23 }, async (_, index) =>
          accepted(await store.put(bytesOf(`n${index}`))),
        ),
      );
      const client = new AwsClient({
        ...ceph.credentials,
        service: 's3',
        region: at.region,
        retries: 0,
      });
      for (const key of [
        'other',
        'percept/blobs/zz/x',
        `percept/blobs/00/${'f'.repeat(64)}`,
        'percept/blobs/a%26b',
      ])
        await client.fetch(`${at.endpoint}/${at.bucket}/${key}`, {
          method: 'PUT',
          body: 'foreign',
        });
      const listed: string[] = [];
      for await (const id of store.list()) listed.push(id);
      expect(listed.toSorted()).toEqual(ids.toSorted());
    },
  );

  test(
    'a presigned address gives the bytes as the type that was asked for, for a minute and no longer',
    { timeout: 240_000 },
    async () => {
      const store = new S3BlobStore(await options());
      const id = accepted(await store.put(bytesOf('for anybody')));
      const url = accepted(
        await store.presign(id, {
          seconds: 30,
          contentType: 'image/png',
          contentDisposition: 'attachment; filename="a b.png"',
        }),
      );
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b.png"');
      expect(await response.text()).toBe('for anybody');
      expect(url.searchParams.get('X-Amz-Expires')).toBe('30');
      url.searchParams.set('response-content-type', 'text/html');
      expect((await fetch(url)).status).toBe(403);
      for (const seconds of [0, 61, 1.5, -1, Number.NaN])
        await expect(store.presign(id, { seconds })).rejects.toThrow('1 to 60 seconds');
    },
  );

  test(
    'credentials may come from a function that is asked for every request',
    { timeout: 240_000 },
    async () => {
      let asked = 0;
      const store = new S3BlobStore(
        await options({
          credentials: async () => {
            asked += 1;
            return ceph.credentials;
          },
        }),
      );
      const id = accepted(await store.put(bytesOf('rotated')));
      accepted(await store.get(id));
      expect(asked).toBe(2);
    },
  );

  test(
    'a provider of credentials that fails is a refusal that keeps its words to itself',
    { timeout: 240_000 },
    async () => {
      const store = new S3BlobStore(
        await options({
          limits: { maxPauseMs: 20 },
          credentials: async () => {
            throw new Error('SECRET of the provider');
          },
        }),
      );
      const put = await store.put(bytesOf('x'));
      expect(refusedAs(put)).toBe('unavailable');
      expect(JSON.stringify(put)).toContain('NO_CREDENTIALS');
      expect(JSON.stringify(put)).not.toContain('SECRET');
    },
  );

  test('a session token is sent and signed', { timeout: 240_000 }, async () => {
    const { store, proxy } = await proxied({
      credentials: { ...ceph.credentials, sessionToken: 'short-lived' },
    });
    await store.size(accepted(await new S3BlobStore(await options()).put(bytesOf('x'))));
    const headers = proxy.seen[0]?.headers;
    expect(headers?.['x-amz-security-token']).toBe('short-lived');
    expect(headers?.authorization).toContain('x-amz-security-token');
  });

  test('the virtual-host style names the bucket in the host', { timeout: 240_000 }, async () => {
    const at = await options({ style: 'virtual-host', endpoint: `http://${ceph.virtualHost}` });
    const path = new S3BlobStore({ ...at, style: 'path', endpoint: ceph.endpoint });
    const id = accepted(await path.put(bytesOf('by host')));
    const url = accepted(await new S3BlobStore(at).presign(id));
    expect(url.host).toBe(`${at.bucket}.${ceph.virtualHost}`);
    // No resolver knows the name: the request goes to the server's address with the host that was signed.
    const { get } = await import('node:http');
    const body = await new Promise<string>((resolve, reject) => {
      const { port } = new URL(ceph.endpoint);
      get(
        { host: '127.0.0.1', port, path: url.pathname + url.search, headers: { host: url.host } },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => (text += String(chunk)));
          answer.on('end', () => resolve(text));
        },
      ).on('error', reject);
    });
    expect(body).toBe('by host');
  });

  test(
    'no credential and no word of the server appears in a refusal',
    { timeout: 240_000 },
    async () => {
      const credentials = {
        accessKeyId: 'AKSECRETNAME',
        secretAccessKey: 'SKVERYSECRET',
        sessionToken: 'TOKENSECRET',
      };
      const store = new S3BlobStore(await options({ credentials, limits: { maxPauseMs: 20 } }));
      const echo = `<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>AKSECRETNAME</AWSAccessKeyId><StringToSign>SKVERYSECRET</StringToSign></Error>`;
      const { store: echoed, proxy } = await proxied({ credentials });
      proxy.faults.push({ kind: 'status', status: 403, body: echo });
      const outcomes = [
        await store.put(bytesOf('x')),
        await echoed.put(bytesOf('x')),
        await new S3BlobStore(
          await options({
            credentials,
            endpoint: 'http://127.0.0.1:1',
            limits: { maxAttempts: 1 },
          }),
        ).put(bytesOf('x')),
      ];
      expect(outcomes.map(refusedAs)).toEqual(['forbidden', 'forbidden', 'unavailable']);
      for (const outcome of outcomes)
        expect(JSON.stringify(outcome)).not.toMatch(/SECRET|StringToSign/);
      const removal = await store
        .remove(accepted(await new S3BlobStore(await options()).put(bytesOf('y'))))
        .catch((error: unknown) => error);
      expect(removal).toMatchObject({ code: 'server-unreachable' });
      expect(String(removal)).not.toMatch(/SECRET/);
    },
  );

  test(
    'a bucket that does not exist is not mistaken for a blob that does not exist',
    { timeout: 240_000 },
    async () => {
      const store = new S3BlobStore(await options({ bucket: 'no-such-bucket' }));
      const id = hash('sha256', 'nothing', 'hex');
      const known = accepted(await new S3BlobStore(await options()).put(bytesOf('nothing')));
      expect(known).toBe(id);
      expect(refusedAs(await store.get(known))).toBe('unavailable');
      expect(refusedAs(await store.put(bytesOf('nothing')))).toBe('unavailable');
    },
  );

  test.for<[string, Partial<S3Options>]>([
    ['an endpoint that is no address', { endpoint: 'not a url' }],
    ['an endpoint of another scheme', { endpoint: 'file:///etc' }],
    ['an endpoint with a password', { endpoint: 'https://user:secret@host' }],
    ['an endpoint with a query', { endpoint: 'https://host/?x=1' }],
    ['a bucket that climbs', { bucket: '../other' }],
    ['a bucket with a slash', { bucket: 'a/b/c' }],
    ['a prefix that climbs', { prefix: '../' }],
    ['a prefix without an end', { prefix: 'percept' }],
    [
      'a number with a bucket in its host',
      { endpoint: 'http://127.0.0.1:9', style: 'virtual-host' },
    ],
  ])('%s is refused at once and not repeated', ([, wrong]) => {
    const base = {
      endpoint: 'https://s3.test',
      region: 'r',
      bucket: 'bucket',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    };
    expect(() => new S3BlobStore({ ...base, ...wrong })).toThrow(TypeError);
    expect(() => new S3BlobStore({ ...base, ...wrong })).not.toThrow(/secret|etc|other/);
  });

  function slowDown(): string {
    return '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>';
  }
});
