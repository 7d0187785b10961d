// The dry run tells what the gateway then does: the difference that it shows is the difference that arrives.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../packages/core/src/lens/changes.ts';
import { base64, png } from '../../packages/core/test/lens/pictures.ts';
import { raiseGateway } from './raise-gateway.ts';

const timeout = 60_000;
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

  test('is a command too', { timeout }, () => {
    const directory = mkdtempSync(join(tmpdir(), 'percept-heal-'));
    const file = join(directory, 'body.json');
    writeFileSync(file, JSON.stringify(body));
    const percept = join(import.meta.dirname, '../../packages/percept/bin/percept.js');
    const run = spawnSync(process.execPath, [percept, 'heal', file, '--json'], {
      encoding: 'utf8',
    });
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
