// First do no harm: what a provider takes goes through as it is, whatever it looks like; what must shrink says both sizes; and
// a credential reaches nobody but its vendor.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { innocentTexts } from '../../packages/core/test/lens/innocent.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { startGateway, startUpstream } from './gateway-stage.ts';
import { raiseGateway } from './raise-gateway.ts';

const timeout = 240_000;
const { stage, arrived } = await raiseGateway();

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${stage.origin}${path}`, { method: 'POST', body, headers });
}

const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };
/** A text that a tool gave back, on every wire. */
const results: readonly (readonly [string, (text: string) => object])[] = [
  [
    '/v1/chat/completions',
    (content) => ({
      model: 'gpt-4.1',
      messages: [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content },
      ],
    }),
  ],
  [
    '/v1/responses',
    (output) => ({
      model: 'gpt-5',
      input: [
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output },
      ],
    }),
  ],
  [
    '/v1/messages',
    (content) => ({
      model: 'claude-sonnet-4-5',
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
      ],
    }),
  ],
  [
    '/v1beta/models/gemini-2.5-flash:generateContent',
    (output) => ({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output } } }] },
      ],
    }),
  ],
];

describe('innocent texts', () => {
  test.each(results)(
    'in a tool result of %s arrive byte for byte',
    { tags: ['d-lens-text-certain', 'd-gateway-transparent'], timeout },
    async (path, body) => {
      const sent = innocentTexts.map((text) => JSON.stringify(body(text)));
      for (const one of sent) await (await post(path, one)).text();
      const got = arrived().map(({ body: bytes }) => bytes.toString());
      expect(got.filter((one, index) => one !== sent[index])).toEqual([]);
      expect(got).toHaveLength(sent.length);
    },
  );

  test('a picture that only looks whole is a text', { timeout }, async () => {
    const picture = await drawQuadrants(drawPalette(1));
    // The frame of a PNG around data that no decoder takes.
    const broken = Buffer.from(picture);
    broken.fill(0xaa, 60, picture.length - 20);
    const [path, body] = results[0] ?? ['', () => ({})];
    const sent = JSON.stringify(body(`data:image/png;base64,${broken.toString('base64')}`));
    await (await post(path, sent)).text();
    expect(arrived().at(-1)?.body.toString()).toBe(sent);
    const good = JSON.stringify(body(`data:image/png;base64,${picture.toString('base64')}`));
    const answer = await post(path, good);
    expect(answer.headers.get('x-percept-actions')).toBe('hoist=1');
  });
});

async function shot(width: number, height: number): Promise<string> {
  const background = { r: 12, g: 90, b: 200 };
  const picture = sharp({ create: { width, height, channels: 3, background } }).png();
  return (await picture.toBuffer()).toString('base64');
}

function looked(model: string, data: string): string {
  const url = `data:image/png;base64,${data}`;
  const content = [{ type: 'image_url', image_url: { url } }];
  return JSON.stringify({ model, messages: [{ role: 'user', content }] });
}

describe('a picture that its provider takes', () => {
  test.each([
    ['gpt-4.1', 1280, 800],
    ['gpt-5', 1920, 1080],
    ['gpt-5', 2560, 1440],
    ['qwen3-vl-235b', 1920, 1080],
    ['kimi-k2.5', 1920, 1080],
    ['glm-4.6v', 3840, 2160],
    ['llama-4-scout', 1920, 1080],
    ['nobody-knows-it', 3840, 2160],
    ['mistral-medium-latest', 3000, 2000],
    ['claude-sonnet-4-5', 2000, 1500],
    ['claude-sonnet-4-5', 7999, 100],
  ])(
    'is not resized: %s at %i×%i',
    { tags: ['d-gateway-no-harm'], timeout },
    async (model, width, height) => {
      const body = looked(model, await shot(width, height));
      const answer = await post('/v1/chat/completions', body);
      expect(arrived().at(-1)?.body.toString()).toBe(body);
      expect(answer.headers.get('x-percept-gateway')).toBe('unchanged');
    },
  );

  test(
    'is neither left out nor pointed to, however long the session and however often it comes',
    { tags: ['d-gateway-no-harm'], timeout },
    async () => {
      const picture = await shot(900, 700);
      const source = { type: 'base64', media_type: 'image/png', data: picture };
      const messages = Array.from({ length: 30 }, (_, index) => [
        { role: 'user', content: `look at ${index}` },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `t${index}`, name: 'view', input: { path: 'a.png' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: `t${index}`, content: [{ type: 'image', source }] },
          ],
        },
        { role: 'assistant', content: 'I see.' },
      ]).flat();
      const body = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages });
      await post('/v1/messages', body, { 'anthropic-version': '2023-06-01' });
      expect(arrived().at(-1)?.body.toString()).toBe(body);
    },
  );

  test('keeps a blank text beside it where the wire takes one', { timeout }, async () => {
    const url = `data:image/png;base64,${await shot(64, 64)}`;
    const content = [
      { type: 'text', text: '' },
      { type: 'image_url', image_url: { url } },
    ];
    const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] });
    await post('/v1/chat/completions', body);
    expect(arrived().at(-1)?.body.toString()).toBe(body);
  });
});

test(
  'a picture that must shrink tells the model and the client both sizes',
  { tags: ['d-gateway-no-harm'], timeout },
  async () => {
    const source = { type: 'base64', media_type: 'image/png', data: await shot(9000, 900) };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    const body = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages });
    const answer = await post('/v1/messages', body, { 'anthropic-version': '2023-06-01' });
    expect(answer.headers.get('x-percept-resized')).toMatch(/^9000x900>\d+x\d+$/);
    expect(arrived().at(-1)?.body.toString()).toMatch(/shown at \d+×\d+; the original is 9000×900/);
  },
);

describe('headers', () => {
  test('keep their order, their case and their place', { timeout }, async () => {
    const { speak } = await import('./gateway-stage.ts');
    const body = '{"messages":[]}';
    await speak(
      stage.port,
      `POST /v1/chat/completions HTTP/1.1\r\nX-First: 1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\nauthorization: Bearer k\r\nX-last: 2\r\n\r\n${body}`,
    );
    const names = (arrived().at(-1)?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
    expect(names.slice(0, 5)).toEqual([
      'X-First',
      'Host',
      'Content-Length',
      'authorization',
      'X-last',
    ]);
  });
});

test('an upgrade is refused in words, so that clients go on over HTTP', { timeout }, async () => {
  const { speak } = await import('./gateway-stage.ts');
  const said = await speak(
    stage.port,
    'GET /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(said).toMatch(/^HTTP\/1\.1 426 /);
  expect(said).toContain('WebSockets are forwarded for the Responses API alone');
  expect(arrived()).toHaveLength(0);
});

describe('a route', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  const chat = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: [picture] }] });

  test.each([
    ['/v1/chat/completions/', '/v1/chat/completions/'],
    ['/gateway/openai/chat/completions', '/v1/chat/completions'],
    ['/chat/completions', '/v1/chat/completions'],
    ['/v1beta/openai/chat/completions', '/v1beta/openai/chat/completions'],
    ['/gateway/openai/v1/%63hat/completions', '/v1/%63hat/completions'],
    ['/gateway/openai/V1/Chat/Completions', '/V1/Chat/Completions'],
  ])('is healed as %s', { timeout }, async (path, at) => {
    const answer = await post(path, chat);
    expect([path, answer.headers.get('x-percept-gateway')]).toEqual([path, 'healed']);
    expect(arrived().at(-1)?.url).toBe(at);
  });
});

describe('a credential', () => {
  async function two() {
    const openai = await startUpstream();
    const anthropic = await startUpstream();
    const google = await startUpstream();
    const gateway = await startGateway({
      openai: { baseUrl: `${openai.origin}/v1` },
      anthropic: { baseUrl: `${anthropic.origin}/v1` },
      gemini: { baseUrl: `${google.origin}/v1beta` },
    });
    return { openai, anthropic, google, gateway };
  }

  test(
    'of Google goes to Google with every version of its API',
    { tags: ['d-gateway-credential'], timeout },
    async () => {
      const { openai, anthropic, google, gateway } = await two();
      const headers = { 'x-goog-api-key': 'AIza-secret' };
      for (const version of ['v1', 'v1beta', 'v1alpha'])
        for (const path of ['models/gemini-2.5-flash:generateContent', 'models'])
          await fetch(`${gateway.origin}/${version}/${path}`, {
            method: path === 'models' ? 'GET' : 'POST',
            headers,
            ...(path !== 'models' && { body: '{"contents":[]}' }),
          });
      await fetch(`${gateway.origin}/v1/models?key=AIza-secret`);
      expect(google.arrived.map(({ url }) => url)).toEqual([
        '/v1/models/gemini-2.5-flash:generateContent',
        '/v1/models',
        '/v1beta/models/gemini-2.5-flash:generateContent',
        '/v1beta/models',
        '/v1alpha/models/gemini-2.5-flash:generateContent',
        '/v1alpha/models',
        '/v1/models?key=AIza-secret',
      ]);
      expect([...openai.arrived, ...anthropic.arrived]).toEqual([]);
      for (const one of [gateway, openai, anthropic, google]) await one[Symbol.asyncDispose]();
    },
  );

  test(
    'of another vendor, or of two, is refused in words and leaves for nobody',
    { tags: ['d-gateway-credential'], timeout },
    async () => {
      const { openai, anthropic, google, gateway } = await two();
      const asks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
        ['/v1/chat/completions', { 'x-goog-api-key': 'AIza-secret' }],
        ['/v1/chat/completions', { authorization: 'Bearer AIza-secret' }],
        ['/v1/chat/completions', { authorization: 'Bearer sk-ant-secret' }],
        ['/v1/chat/completions', { 'x-api-key': 'secret' }],
        ['/v1/responses', { 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' }],
        ['/v1/messages', { 'x-goog-api-key': 'secret' }],
        ['/v1/messages', { authorization: 'Bearer sk-proj-secret' }],
        ['/v1beta/models/g:generateContent', { 'x-api-key': 'secret' }],
        ['/v1/models', { 'x-api-key': 'a', 'x-goog-api-key': 'b' }],
        ['/gateway/openai/v1/chat/completions', { 'x-goog-api-key': 'AIza-secret' }],
      ];
      for (const [path, headers] of asks) {
        const answer = await fetch(`${gateway.origin}${path}`, {
          method: 'POST',
          headers,
          body: '{}',
        });
        expect([path, answer.status]).toEqual([path, path === '/v1/models' ? 400 : 403]);
        expect(await answer.text()).toContain('percept gateway');
      }
      expect([...openai.arrived, ...anthropic.arrived, ...google.arrived]).toEqual([]);
      for (const one of [gateway, openai, anthropic, google]) await one[Symbol.asyncDispose]();
    },
  );
});
