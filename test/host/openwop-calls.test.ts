import { createServer, type Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { drawing, toolCall } from 'percept/conformance';
import { z } from 'zod';
import { look } from '../acp/seeing-server.ts';
import type { Client } from './openwop-client.ts';
import { openStage } from './openwop-stage.ts';

const slow = { timeout: 240_000 };
const call = '/v1/host/sample/ai/call';
const put = '/v1/host/sample/media/put';

const ask = (...parts: readonly object[]) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What do you see?' }, ...parts] }],
});

describe('a call with content parts', slow, () => {
  test(
    'shows the model the picture, in both spellings and by reference, and says that it is untrusted',
    { tags: ['f-wop-content-parts', 'f-wop-media-untrusted'] },
    async () => {
      await using stage = await openStage({ script: look });
      const { acme } = stage;
      const colours = drawPalette(7);
      const png = (await drawQuadrants(colours)).toString('base64');
      const stored = await acme.post(put, { contentBase64: png, contentType: 'text/html' });
      expect(stored.body).toMatchObject({
        contentType: 'image/png',
        contentTrust: 'untrusted',
        kind: 'image',
      });
      const url = readText(stored.body['url']) ?? '';
      for (const part of [
        { data: png, mimeType: 'image/png' },
        { dataBase64: png, mimeType: 'audio/mpeg' },
        { url },
        { mediaRef: url },
      ]) {
        const answer = await acme.post(call, ask({ type: 'image', ...part }));
        expect(answer.status).toBe(200);
        expect(answer.body['content']).toBe(colours.join(' '));
        expect(answer.body).toMatchObject({
          contentTrust: 'untrusted',
          media: [{ type: 'image', contentTrust: 'untrusted' }],
        });
      }
    },
  );

  test(
    'keeps what the model makes under a URL of the tenant, and says what is not taken',
    { tags: ['d-made-call'] },
    async () => {
      const base64 = (await drawQuadrants(drawPalette(3))).toString('base64');
      const script = Buffer.from('<script>alert(1)</script>').toString('base64');
      const files = [base64, script].map((data) => ({ mime: 'image/png', base64: data }));
      await using stage = await openStage({ script: () => drawing('Here.', ...files) });
      const { acme } = stage;
      const { status, body, text } = await acme.post(call, ask());
      expect(status).toBe(200);
      const [made] = z
        .object({ made: z.array(z.object({ url: z.string(), upload: z.string() })).length(1) })
        .parse(body).made;
      expect(body['content']).toMatch(/^Here\.\n\[A picture .* was not taken: /);
      expect(text).not.toContain(base64.slice(0, 60));
      const shown = await acme.get(made?.url ?? '');
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
      const { upload } = made ?? {};
      await acme.post('/v1/host/percept/media/forget', { upload });
      expect((await acme.get(made?.url ?? '')).status).toBe(404);
    },
  );

  test('of an ask node sees stored media, and the tools that it uses emit what they saw', async () => {
    await using stage = await openStage({ script: look });
    const { acme } = stage;
    const colours = drawPalette(7);
    const png = (await drawQuadrants(colours)).toString('base64');
    const stored = await acme.post(put, { contentBase64: png });
    const run = await acme.run('percept-ask', { prompt: 'Look.', media: [stored.body['url']] });
    expect((await acme.ended(run)).body).toMatchObject({
      status: 'completed',
      variables: { text: colours.join(' ') },
    });
    const viewed = await acme.run('percept-ask', {
      prompt: 'view attachment:media-1',
      media: [stored.body['url']],
    });
    expect((await acme.ended(viewed)).body).toMatchObject({ status: 'completed' });
    const types = (await acme.events(viewed)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['agent.toolCalled', 'agent.toolReturned', 'media.image']),
    );
  });

  test(
    'holds as many pictures as the configuration says, in a message of a call and in a run',
    { tags: ['d-image-limits'] },
    async () => {
      const png = (await drawQuadrants(drawPalette(7))).toString('base64');
      const part = { type: 'image', data: png };
      await using few = await openStage({ config: { images: { maxPerMessage: 2 } } });
      expect((await few.acme.post(call, ask(part, part))).status).toBe(200);
      const refused = await few.acme.post(call, ask(part, part, part));
      expect(refused.status).toBe(413);
      expect(refused.text).toContain('at most 2 are allowed');
      await using many = await openStage({ config: { images: { maxPerMessage: 34 } } });
      const { body } = await many.acme.post(put, { contentBase64: png });
      const asked = async (count: number) => {
        const media = Array.from({ length: count }, () => body['url']);
        return many.acme.ended(await many.acme.run('percept-ask', { prompt: 'Look.', media }));
      };
      expect((await asked(34)).body).toMatchObject({ status: 'completed' });
      expect((await asked(35)).text).toContain('At most 34 pieces of media.');
    },
  );

  test('shows an agent what its own session holds, and nothing that it only knows the hash of', async () => {
    let reference: string | undefined;
    await using stage = await openStage({
      script: (request) => {
        const ref = reference;
        reference = undefined;
        return ref === undefined ? look(request) : toolCall('view', { ref });
      },
    });
    const { acme, zenith, memory } = stage;
    const png = await drawQuadrants(drawPalette(9));
    const stored = await acme.post(put, { contentBase64: png.toString('base64') });
    const blob = await memory.put(png);
    if (!blob.ok) throw new Error(blob.refusal.message);
    const address = `media:sha256-${blob.value}`;
    const returned = async (client: Client, inputs: object) => {
      const run = await client.run('percept-ask', inputs);
      const { body } = await client.ended(run);
      const events = await client.events(run);
      const payload = events.find(({ type }) => type === 'agent.toolReturned')?.['payload'];
      const isShown = events.some(({ type }) => type === 'media.image');
      return { variables: body['variables'], payload, isShown };
    };
    reference = address;
    const own = await returned(acme, { prompt: 'Look.', media: [stored.body['url']] });
    expect(own).toMatchObject({ payload: { status: 'ok' }, isShown: true });
    reference = address;
    const peeked = await returned(zenith, { prompt: 'Look.' });
    expect(peeked).toMatchObject({
      payload: { status: 'error' },
      isShown: false,
      variables: { text: 'I see no picture.' },
    });
    // The lens knows such an address in a text, too.
    const named = await returned(zenith, { prompt: `What is on ${address} here?` });
    expect(named).toMatchObject({ isShown: false, variables: { text: 'I see no picture.' } });
    const called = await zenith.post(call, {
      messages: [{ role: 'user', content: `What is on ${address} here?` }],
    });
    expect(called.body['content']).toBe('I see no picture.');
  });

  test(
    'refuses a modality that is not advertised, by its name, and drops nothing',
    { tags: ['f-wop-unsupported-modality', 'f-wop-content-parts'] },
    async () => {
      await using stage = await openStage({ catalogue: 'seeing' });
      const { acme, server } = stage;
      const cases = [
        ['audio', { type: 'audio', mimeType: 'audio/mp3', dataBase64: 'AAAA' }],
        ['document', { type: 'file', mimeType: 'application/pdf', dataBase64: 'JVBERi0=' }],
        ['document', { type: 'document', mimeType: 'application/pdf', data: 'JVBERi0=' }],
        ['hologram', { type: 'hologram', data: 'AAAA' }],
      ] as const;
      for (const [modality, part] of cases) {
        const answer = await acme.post(call, ask(part));
        expect([answer.status, answer.body['error']]).toEqual([400, 'unsupported_modality']);
        expect(answer.body['details']).toMatchObject({ modality, supported: ['text', 'image'] });
      }
      const image = await acme.post(call, ask({ type: 'image', dataBase64: 'iVBORw0KGgo=' }));
      expect(image.body['error']).not.toBe('unsupported_modality');
      expect(image.status).toBe(422);
      expect(server.requests).toHaveLength(0);
      await using blind = await openStage({ catalogue: 'blind' });
      const picture = await blind.acme.post(
        call,
        ask({ type: 'image', dataBase64: 'iVBORw0KGgo=' }),
      );
      expect(picture.body).toMatchObject({
        error: 'unsupported_modality',
        details: { modality: 'image' },
      });
    },
  );

  test(
    'takes exactly one source for a part, of the kind that it says',
    { tags: ['f-wop-content-parts'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const wrong: readonly (readonly [object, number])[] = [
        [{ type: 'image' }, 400],
        [{ type: 'image', data: 'AAAA', url: 'https://a.example/x.png' }, 400],
        [{ type: 'image', data: 'AAAA', dataBase64: 'AAAA' }, 400],
        [{ type: 'image', data: '' }, 400],
        [{ type: 'image', data: 'not base64 at all!' }, 422],
        [{ type: 'image', data: Buffer.from('<html>').toString('base64') }, 415],
        [{ type: 'text' }, 400],
        [{}, 400],
      ];
      for (const [part, status] of wrong)
        expect((await acme.post(call, ask(part))).status).toBe(status);
      expect((await acme.post(call, { messages: [] })).status).toBe(400);
      expect((await acme.post(call, { messages: [{ role: 'root', content: 'x' }] })).status).toBe(
        400,
      );
      expect((await acme.post(call, { messages: [{ role: 'user', content: 7 }] })).status).toBe(
        400,
      );
      expect((await acme.post(call, { ...ask(), tenant: 'zenith' })).status).toBe(400);
      const before = await stage.memory.sessions.list();
      const nobody = await acme.post(call, { ...ask(), model: 'no-such-model' });
      expect([nobody.status, nobody.body['error']]).toEqual([404, 'model_not_found']);
      expect(nobody.body['details']).toEqual({ model: 'no-such-model' });
      expect(await stage.memory.sessions.list()).toEqual(before);
      const many = Array.from({ length: 40 }, () => ({ type: 'image', data: 'AAAA' }));
      expect((await acme.post(call, ask(...many))).status).toBe(400);
    },
  );

  test('says that no model is there, where none is', async () => {
    await using stage = await openStage({ catalogue: 'none' });
    const answer = await stage.acme.post(call, ask());
    expect([answer.status, answer.body['error']]).toEqual([503, 'media_unavailable']);
    const run = await stage.acme.ended(await stage.acme.run('percept-ask', { prompt: 'Hi' }));
    expect(run.body).toMatchObject({ status: 'failed', error: { code: 'agent_refused' } });
  });
});

describe('stored media', slow, () => {
  test('is what its bytes are, and what cannot be looked at is a file', async () => {
    await using stage = await openStage();
    const { acme, nobody } = stage;
    const html = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
    const page = await acme.post(put, { contentBase64: html, contentType: 'image/png' });
    expect(page.status).toBe(201);
    const served = await nobody.fetchAsset(readText(page.body['url']) ?? '');
    expect(served.headers.get('content-type')).not.toContain('image/png');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    const torn = await acme.post(put, { contentBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAE=' });
    expect(torn.body).toMatchObject({ kind: 'file', notice: expect.any(String) });
    const used = await acme.post(call, ask({ type: 'image', mediaRef: torn.body['url'] }));
    expect(used.status).toBeGreaterThanOrEqual(400);
    expect((await acme.post(put, { contentBase64: '' })).status).toBe(400);
    expect((await acme.post(put, { contentBase64: '%%%' })).status).toBe(422);
    expect((await acme.post(put, {})).status).toBe(400);
  });
});

/** Hears every request that a host should not have made. */
async function trap(): Promise<{
  readonly server: Server;
  readonly port: number;
  readonly hits: string[];
}> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(10));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(isRecord(address) ? Number(address['port']) : 0);
    });
  });
  return { server, port, hits };
}

describe('an address in a request', slow, () => {
  test('leads nowhere inside: not in a part, not in an input, not in a reference', async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const { server, port, hits } = await trap();
    const urls = [
      `http://127.0.0.1:${port}/a.png`,
      `http://localhost:${port}/b.png`,
      `http://[::1]:${port}/c.png`,
      `http://0x7f000001:${port}/d.png`,
      `http://2130706433:${port}/e.png`,
      `http://127.1:${port}/f.png`,
      `http://[::ffff:127.0.0.1]:${port}/g.png`,
      `http://user:pass@127.0.0.1:${port}/h.png`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:image/svg+xml,<svg/>',
      `${stage.acme.base}/v1/runs`,
    ];
    for (const url of urls) {
      const part = await acme.post(call, ask({ type: 'image', url }));
      expect([url, part.status >= 400 && part.status < 500]).toEqual([url, true]);
      const reference = await acme.post(call, ask({ type: 'image', mediaRef: url }));
      expect([url, reference.status]).toEqual([url, 404]);
      const run = await acme.ended(
        await acme.run('percept-ask', { prompt: 'Look.', media: [url] }),
      );
      expect(run.body).toMatchObject({ status: 'failed', error: { code: 'media_refused' } });
      expect(JSON.stringify(run.body['error'])).not.toContain('root:');
    }
    const node = {
      id: 'v',
      typeId: 'percept.view',
      inputs: { media: { type: 'value', value: urls[0] } },
    };
    await acme.post('/v1/host/percept/workflows', { id: 'peek', nodes: [node] });
    expect((await acme.ended(await acme.run('peek'))).body['status']).toBe('failed');
    expect(hits).toEqual([]);
    server.close();
  });
});
