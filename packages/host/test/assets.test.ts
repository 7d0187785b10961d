// The asset host end to end on a real port: who gets the bytes, who gets nothing, and what it costs to ask.
import { connect } from 'node:net';
import { isMediaEnvelope, mediaEnvelope, parseEnvelope } from '@percept/core/envelope';
import { describe, expect, test, vi } from 'vitest';
import { assetServer } from './assets-memory.ts';
import { accepted, acme, openScene, picture, rival, seen, sha256 } from './assets-scene.ts';

const mebibyte = 1024 * 1024;

/** One request as it is written, without a client that would tidy it up. */
function raw(origin: string, head: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
    socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1');
  });
}

describe('an asset', () => {
  test('is served to whoever holds its URL, as it was stored', async () => {
    const { mint, origin } = await openScene();
    const bytes = picture(180_000);
    const { url, sampleUrl, mime } = await mint(bytes, { name: 'chart.png' });
    expect(url.startsWith(`${origin}/v1/assets/a1.`)).toBe(true);
    expect(sampleUrl.startsWith(`${origin}/v1/host/sample/assets/a1.`)).toBe(true);
    expect(mime).toBe('image/png');
    for (const place of [url, sampleUrl]) {
      const response = await fetch(place);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toBe('inline; filename="chart.png"');
      expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes));
    }
    const part = await fetch(url, { headers: { range: 'bytes=-100' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(-100))).toBe(true);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test(
    'has an absolute URL that names neither tenant nor content',
    {
      tags: ['f-wop-url-absolute', 'f-grant-opaque', 's001-url-tenant-scoped'],
    },
    async () => {
      const { mint } = await openScene();
      const bytes = picture(9);
      const one = await mint(bytes);
      const two = await mint(bytes);
      expect(one.url).not.toBe(two.url);
      for (const { url } of [one, two]) {
        expect(URL.canParse(url)).toBe(true);
        expect(url).not.toContain('acme');
        const hash = sha256(bytes);
        for (const encoding of ['base64url', 'base64', 'hex'] as const)
          expect(url).not.toContain(Buffer.from(hash, 'hex').toString(encoding).slice(0, 12));
      }
    },
  );

  test(
    'is what its bytes are, whatever its uploader says',
    { tags: ['f-asset-type-sniffed'] },
    async () => {
      const { mint } = await openScene();
      const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
      const claims = ['image/png', 'text/html', 'image/svg+xml'];
      for (const mime of claims) {
        const { url } = await mint(page, { mime, name: 'a.html', disposition: 'inline' });
        const response = await fetch(url);
        expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
        expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.html"');
      }
      const { url } = await mint(picture(20), { mime: 'text/html' });
      expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
    },
  );

  test('answers HEAD like GET without a body', { tags: ['f-asset-head'] }, async () => {
    const { mint, origin } = await openScene();
    for (const size of [1000, 2 * mebibyte]) {
      const { url } = await mint(picture(size));
      const get = await fetch(url);
      await get.arrayBuffer();
      const head = await fetch(url, { method: 'HEAD' });
      const told = (response: Response) =>
        [...response.headers].filter(
          // Of the connection, not of the asset.
          ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
        );
      expect([head.status, told(head)]).toEqual([get.status, told(get)]);
      expect(await head.text()).toBe('');
      const { pathname } = new URL(url);
      const answer = await raw(origin, `HEAD ${pathname} HTTP/1.1`);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
      expect(answer).toContain(`content-length: ${size}`);
    }
  });

  test('can be read by scripts of other origins, and only read', async () => {
    const { mint } = await openScene();
    const { url } = await mint(picture(20));
    const preflight = await fetch(url, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('range');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await fetch(url, { method, body: 'x'.repeat(10) });
      expect(refused.status).toBe(405);
      expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      await refused.text();
    }
  });
});

describe(
  'a handle that was never minted',
  { tags: ['f-wop-unminted-404', 'f-grant-404-same', 's001-security-invariant'] },
  () => {
    test(
      'gets one and the same 404, and never reaches the database',
      { tags: ['f-grant-mac-first'] },
      async () => {
        const scene = await openScene();
        const { url } = await scene.mint(picture(50));
        const find = vi.spyOn(scene.memory.grants, 'find');
        const [, key = '', grant = '', mac = ''] = url.slice(url.lastIndexOf('/') + 1).split('.');
        const foreign = await openScene();
        const { url: theirs } = await foreign.mint(picture(50));
        const forged = [
          `a1.${key}.${'A'.repeat(22)}.${'A'.repeat(43)}`,
          `a1.${key}.${grant}.${'A'.repeat(43)}`,
          `a1.${key}.${'A'.repeat(22)}.${mac}`,
          `a1.nobody.${grant}.${mac}`,
          theirs.slice(theirs.lastIndexOf('/') + 1),
          'guess',
          `a1.${key}.${grant}.${mac}=`,
          `a1.${key}.${grant}.${mac}?download=1`,
          'x'.repeat(4000),
        ];
        const answers = new Set<string>();
        for (const handle of forged)
          for (const path of ['/v1/assets/', '/v1/host/sample/assets/'])
            answers.add(JSON.stringify(await seen(`${scene.origin}${path}${handle}`)));
        expect(answers.size).toBe(1);
        expect([...answers][0]).toContain('"status":404');
        expect(find).not.toHaveBeenCalled();
        expect((await fetch(url)).status).toBe(200);
        expect(find).toHaveBeenCalledTimes(1);
      },
    );

    test('looks like one whose log was deleted', async () => {
      const { mint, memory, run, origin } = await openScene();
      const log = await run();
      const { url } = await mint(picture(50), { run: log });
      const guessed = await seen(`${origin}/v1/assets/a1.guess`);
      accepted(await memory.sessions.remove(log));
      expect(await seen(url)).toEqual(guessed);
    });

    test(
      'is refused in every encoding, as it is written on the wire',
      { tags: ['f-grant-encodings'] },
      async () => {
        const { mint, origin } = await openScene();
        const { url } = await mint(picture(50));
        const path = new URL(url).pathname;
        const handle = path.slice('/v1/assets/'.length);
        const dots = handle.replaceAll('.', '%2e');
        const forms = [
          `/v1/assets/${dots}`,
          `/v1/assets/${handle.replace('a', '%61')}`,
          `/v1/assets/${handle.replace('a', '%2561')}`,
          `/v1/assets/${handle}%00`,
          `/v1/assets/${handle}\0`,
          `/v1/assets/${handle}%2f`,
          `/v1/assets/${handle}/`,
          `/v1/assets//${handle}`,
          `/v1/assets/./${handle}`,
          `/v1/assets/%2e/${handle}`,
          `/v1/assets/x/../${handle}`,
          `/v1/assets/${handle}?`,
          `/v1/assets/${handle}#`,
          `/v1/assets/${handle};a=b`,
          `/v1/assets/\xef\xbd\x81${handle.slice(1)}`,
          `/v1/assets/../assets/${handle}`,
          `/v1/assets%2f${handle}`,
          `/v1%2fassets/${handle}`,
          `/V1/assets/${handle}`,
          `//v1/assets/${handle}`,
        ];
        for (const form of forms) {
          const answer = await raw(origin, `GET ${form} HTTP/1.1`);
          expect([form, /^HTTP\/1.1 (404|400|418) /.test(answer)]).toEqual([form, true]);
          expect(answer).not.toContain('PNG');
        }
        expect(await raw(origin, `GET ${path} HTTP/1.1`)).toContain('PNG');
      },
    );
  },
);

describe('the end of a URL', { tags: ['f-grant-410'] }, () => {
  test(
    'is 410 when it expired or was revoked, and lives in the row',
    { tags: ['f-grant-expiry-in-row', 'f-wop-retention-not-ttl'] },
    async () => {
      let now = Date.now();
      const { mint, assets, memory, run } = await openScene({ clock: () => now });
      const log = await run();
      const lasting = await mint(picture(50), { run: log });
      const brief = await mint(picture(60), { run: log, expiresAt: now + 5_000 });
      expect((await fetch(brief.url)).headers.get('cache-control')).toBe(
        'private, max-age=5, immutable',
      );
      now += 4_999;
      expect((await fetch(brief.url)).status).toBe(200);
      now += 1;
      expect((await fetch(brief.url)).status).toBe(410);
      accepted(await memory.grants.extend(brief.grant.id, now + 10));
      expect((await fetch(brief.url)).status).toBe(200);
      now += 365 * 24 * 3_600_000;
      expect((await fetch(lasting.url)).status).toBe(200);
      accepted(await assets.revoke({ run: log }));
      const [one, two] = [await seen(brief.url), await seen(lasting.url)];
      expect(one).toMatchObject({ status: 410 });
      expect(two).toEqual(one);
    },
  );

  test(
    'does not come with a new key: old URLs live until their grants end',
    { tags: ['f-grant-rotation'] },
    async () => {
      let now = Date.now();
      const { mint, assets, memory, run } = await openScene({ clock: () => now });
      const log = await run();
      const old = await mint(picture(50), { run: log });
      expect(accepted(await assets.rotateKeys())).toEqual([]);
      const young = await mint(picture(60));
      expect(young.grant.signingKey).not.toBe(old.grant.signingKey);
      for (const { url } of [old, young]) expect((await fetch(url)).status).toBe(200);
      now += 2 * 3_600_000;
      expect(accepted(await assets.rotateKeys())).not.toContain(old.grant.signingKey);
      accepted(await memory.sessions.remove(log));
      expect(accepted(await assets.rotateKeys())).toContain(old.grant.signingKey);
      expect((await fetch(young.url)).status).toBe(200);
      expect((await fetch(old.url)).status).toBe(404);
    },
  );
});

describe(
  'tenants',
  { tags: ['s001-url-tenant-scoped', 's001-url-cross-tenant', 's001-security-invariant'] },
  () => {
    test('cannot mint from the runs of another, nor resolve its URLs', async () => {
      const { mint, assets, run, store, origin } = await openScene();
      const log = await run(acme);
      const mine = await mint(picture(50), { run: log });
      const blob = mine.grant.blob;
      const theirs = await run(rival);
      const attempts = [
        { tenant: rival, run: log, blob },
        { tenant: rival, run: theirs, blob },
        { tenant: acme, run: theirs, blob },
      ];
      for (const attempt of attempts) expect((await assets.mint(attempt)).ok).toBe(false);
      expect(accepted(await assets.resolve(mine.url, acme)).blob).toBe(blob);
      expect(accepted(await assets.resolve(mine.sampleUrl, acme)).blob).toBe(blob);
      expect(await assets.resolve(mine.url, rival)).toEqual(
        await assets.resolve(`${origin}/v1/assets/a1.guess`, rival),
      );
      const stored = await store(picture(50), theirs);
      expect(stored).toBe(blob);
      const own = accepted(await assets.mint({ tenant: rival, run: theirs, blob }));
      expect(own.url).not.toBe(mine.url);
      accepted(await assets.revoke({ tenant: acme }));
      expect([(await fetch(mine.url)).status, (await fetch(own.url)).status]).toEqual([410, 200]);
    });
  },
);

describe('retention', { tags: ['s001-retention', 's001-retention-fork'] }, () => {
  test('serves the URL of a log through collection and fork, until the last log is gone', async () => {
    const { mint, memory, run } = await openScene();
    const log = await run();
    const { url } = await mint(picture(50), { run: log });
    const fork = accepted(await memory.fork(log));
    accepted(await memory.sessions.remove(log));
    accepted(await memory.collect({ graceMs: 0 }));
    expect((await fetch(url)).status).toBe(200);
    accepted(await memory.sessions.remove(fork.id));
    accepted(await memory.collect({ graceMs: 0 }));
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('a server in memory', () => {
  test('answers the same as one with a port', async () => {
    const { mint, assets, origin } = await openScene();
    using server = assetServer(assets);
    const [small, large] = [await mint(picture(1000)), await mint(picture(2 * mebibyte))];
    const asked: readonly (readonly [string, RequestInit])[] = [
      [small.url, {}],
      [small.sampleUrl, { method: 'HEAD' }],
      [small.url, { headers: { range: 'bytes=5-9' } }],
      [large.url, { headers: { range: 'bytes=-1000' } }],
      [large.url, { headers: { range: 'bytes=9999999-' } }],
      [small.url, { headers: { 'if-none-match': '*' } }],
      [`${origin}/v1/assets/guess`, {}],
      [`${small.url}?a=1`, {}],
      [`${small.url}%00`, {}],
      [small.url, { method: 'OPTIONS' }],
      [small.url, { method: 'POST' }],
    ];
    for (const [url, init] of asked) {
      const response = await server.fetch(new Request(url, init));
      const wire = await fetch(url, init);
      const bytes = async (from: Response) => sha256(Buffer.from(await from.arrayBuffer()));
      expect([url, response.status]).toEqual([url, wire.status]);
      expect(await bytes(response)).toBe(await bytes(wire));
      for (const name of [
        'etag',
        'content-type',
        'content-range',
        'cache-control',
        'content-security-policy',
      ])
        expect(response.headers.get(name)).toBe(wire.headers.get(name));
    }
  });
});

test(
  'an envelope refers to what it emits by a URL that is served, with words for who cannot see it',
  { tags: ['s001-media-by-url', 's001-alt-present'] },
  async () => {
    const { mint, origin } = await openScene();
    const bytes = picture(300_000);
    const { url, grant } = await mint(bytes);
    const block = {
      type: 'image',
      mime: 'image/png',
      width: 10,
      height: 10,
      sha256: grant.blob,
      bytes: bytes.length,
      source: { kind: 'blob' },
      origin: { kind: 'attachment' },
    } as const;
    const emitted = mediaEnvelope({
      block,
      place: { url },
      alt: 'Revenue by quarter',
      envelopeId: 'env-1',
      correlationId: 'run-1:render',
      meta: { source: 'ai-generation', ts: new Date(0).toISOString() },
    });
    const parsed = parseEnvelope(JSON.parse(JSON.stringify(emitted)), { maxInlineMediaBytes: 0 });
    if (!parsed.ok || !isMediaEnvelope(parsed.value)) throw new Error('It is no media envelope.');
    const { payload } = parsed.value;
    expect(payload.url?.startsWith(`${origin}/v1/assets/`)).toBe(true);
    expect(payload.alt).toBe('Revenue by quarter');
    const response = await fetch(payload.url ?? '');
    expect((await response.arrayBuffer()).byteLength).toBe(payload.bytes);
    const inline = {
      ...emitted,
      payload: { base64: bytes.toString('base64'), bytes: bytes.length },
    };
    expect(parseEnvelope(inline)).toMatchObject({ ok: false, refusal: { refused: 'too-large' } });
  },
);

test('paths of others are left alone', async () => {
  const { origin } = await openScene();
  for (const path of ['/', '/v1/assets', '/v1/runs', '/assets/a1.x', '/v1/host/sample/media/put'])
    expect((await fetch(`${origin}${path}`)).status).toBe(418);
});
