// The dry run tells what the gateway then does: the difference that it shows is the difference that arrives.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../packages/core/src/lens/changes.ts';
import { base64, png } from '../../packages/core/test/lens/pictures.ts';
import { raiseGateway } from './raise-gateway.ts';

const timeout = 240_000;
const { stage, arrived } = await raiseGateway();
const picture = `data:image/png;base64,${base64(png(64, 48, 3))}`;
const body = {
  model: 'gpt-5',
  messages: [
    { role: 'user', content: 'look' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'view', arguments: '{"path":"a.png"}' } },
      ],
    },
    {
      role: 'tool',
      tool_call_id: 'c',
      content: [{ type: 'image_url', image_url: { url: picture } }],
    },
    { role: 'assistant', content: 'I see.' },
  ],
};

const claude = {
  model: 'claude-sonnet-4-5',
  max_tokens: 10,
  messages: [
    { role: 'user', content: 'look' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'view', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: picture }],
    },
  ],
};
const gemini = {
  contents: [
    {
      role: 'user',
      parts: [{ inlineData: { mimeType: 'image/jpeg', data: base64(png(64, 48, 3)) } }],
    },
  ],
};
const responses = {
  model: 'gpt-5',
  input: [
    { type: 'function_call', call_id: 'c', name: 'view', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: picture },
  ],
};
const repeated = JSON.stringify(body).replace('"role":"tool"', '"role":"user","role":"tool"');
const deep = `{"model":"gpt-5","messages":[{"role":"user","content":[${JSON.stringify(body.messages[2])},${'['.repeat(20_000)}${']'.repeat(20_000)}]}]}`;

const requests: readonly (readonly [
  string,
  string,
  string | Buffer,
  Readonly<Record<string, string>>,
])[] = [
  ['a picture in a tool message', '/v1/chat/completions', JSON.stringify(body), {}],
  ['a data URL as a result', '/v1/messages', JSON.stringify(claude), {}],
  [
    'a picture under another type',
    '/v1beta/models/gemini-2.5-flash:generateContent',
    JSON.stringify(gemini),
    {},
  ],
  ['a data URL as an output', '/v1/responses', JSON.stringify(responses), {}],
  ['nothing', '/v1/chat/completions', '{"model":"gpt-5","messages":[]}', {}],
  ['a name that comes twice', '/v1/chat/completions', repeated, {}],
  ['lists without a bottom', '/v1/chat/completions', deep, {}],
  [
    'a packed body',
    '/v1/chat/completions',
    gzipSync(JSON.stringify(body)),
    { 'content-encoding': 'gzip' },
  ],
  [
    'a body that is not what it says',
    '/v1/chat/completions',
    JSON.stringify(body),
    { 'content-encoding': 'gzip' },
  ],
  ['no JSON', '/v1/chat/completions', 'data:image/png;base64,', {}],
  [
    'a key of another vendor',
    '/v1/chat/completions',
    JSON.stringify(body),
    { authorization: 'Bearer sk-ant-1' },
  ],
  ['a path that is read and has no lens', '/v1/embeddings', JSON.stringify(body), {}],
];

/** What the gateway says of a request that it forwards, in the words of the dry run. */
function countedActions(slots: unknown): string {
  const counts = new Map<string, number>();
  for (const { action } of Array.isArray(slots) ? slots : [])
    counts.set(String(action), (counts.get(String(action)) ?? 0) + 1);
  return [...counts].map(([action, count]) => `${action}=${count}`).join(', ');
}

async function dry(path: string, sent: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${stage.origin}/gateway/dry-run${path}`, {
    method: 'POST',
    body: JSON.stringify(sent),
  });
  return Object(await answer.json());
}

describe('a dry run', () => {
  test('sends nothing, and tells each change with its place', { timeout }, async () => {
    const found = await dry('/v1/chat/completions', body);
    expect(arrived()).toHaveLength(0);
    expect(found).toMatchObject({
      upstream: 'openai',
      path: '/v1/chat/completions',
      wire: 'chat-completions',
      model: 'gpt-5',
      effect: 'healed',
      slots: [{ action: 'hoist', reason: 'tool-result', source: 'a.png' }],
      changes: [
        { at: 'messages[2].content', kind: 'changed' },
        { at: 'messages[3]', kind: 'added' },
      ],
    });
    await fetch(`${stage.origin}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const sent: unknown = JSON.parse(arrived().at(-1)?.body.toString() ?? '');
    const places = changesOf(body, sent).map(({ at }) => at);
    expect(places).toContain('messages[2].content');
  });

  test('of a request in order, or for nobody, says so', { timeout }, async () => {
    expect(await dry('/v1/messages', { messages: [] })).toMatchObject({
      effect: 'passed',
      changes: [],
    });
    expect(JSON.stringify(await dry('/gateway/nobody/v1/messages', {}))).toContain(
      'No upstream nobody',
    );
    expect(arrived()).toHaveLength(0);
  });

  test.each(requests)(
    'decides as the request is decided: %s',
    { tags: ['d-gateway-dry-run'], timeout },
    async (_, path, sent, headers) => {
      const planned = await fetch(`${stage.origin}/gateway/dry-run${path}`, {
        method: 'POST',
        headers,
        body: sent,
      });
      const plan: Readonly<Record<string, unknown>> = Object(await planned.json());
      expect(arrived()).toHaveLength(0);
      const real = await fetch(`${stage.origin}${path}`, { method: 'POST', headers, body: sent });
      const said = await real.text();
      if (!planned.ok) {
        expect(said).toContain(JSON.stringify(Object(plan['error'])['message']).slice(1, -1));
        expect(arrived()).toHaveLength(0);
        return;
      }
      expect(real.headers.get('x-percept-gateway')).toBe(plan['effect']);
      expect(real.headers.get('x-percept-actions') ?? '').toBe(countedActions(plan['slots']));
      const changed = !arrived()[0]?.body.equals(Buffer.from(sent));
      expect(changed).toBe(plan['effect'] === 'healed');
    },
  );

  test('is a command too', { timeout }, () => {
    const directory = mkdtempSync(join(tmpdir(), 'percept-heal-'));
    const file = join(directory, 'body.json');
    writeFileSync(file, JSON.stringify(body));
    const percept = join(import.meta.dirname, '../../packages/percept/bin/percept.js');
    const run = spawnSync(process.execPath, [percept, 'heal', file, '--json'], {
      encoding: 'utf8',
    });
    writeFileSync(file, repeated);
    const twice = spawnSync(process.execPath, [percept, 'heal', file, '--json'], {
      encoding: 'utf8',
    });
    expect(JSON.parse(twice.stdout)).toMatchObject({ effect: 'passed', changes: [] });
    const told = { role: 'tool', tool_call_id: 'c', content: 'Viewed.' };
    const blind = body.messages.map((message) => (message.role === 'tool' ? told : message));
    writeFileSync(file, JSON.stringify({ ...body, messages: blind }));
    writeFileSync(join(directory, 'a.png'), png(64, 48, 3));
    const looking = spawnSync(
      process.execPath,
      [percept, 'heal', file, '--look-in', directory, '--json'],
      { encoding: 'utf8' },
    );
    rmSync(directory, { recursive: true });
    expect(JSON.parse(looking.stdout)).toMatchObject({
      effect: 'healed',
      slots: [{ action: 'hoist', source: 'a.png' }],
    });
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toMatchObject({ effect: 'healed', wire: 'chat-completions' });
  });
});
