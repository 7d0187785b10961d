// What a model made, on every face that shows it: the same bytes, live and again from the record.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { drawing, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openStage as openAcp } from '../acp/agent-process.ts';
import { connectV1, newSession, words } from '../acp/v1-client.ts';
import { command } from '../chat/chat-process.ts';
import { openStage as openRuns } from '../host/openwop-stage.ts';
import { openStage as openPage } from '../host/serve-stage.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const timeout = 240_000;

async function reply(seed: number): Promise<Reply> {
  const bytes = await drawQuadrants(drawPalette(seed));
  return drawing('Here it is.', { mime: 'image/png', base64: bytes.toString('base64') });
}

async function percept(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [command, ...args], { cwd, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdin.end();
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('what a model made', () => {
  test(
    'is named by percept -p, and written where --out says',
    { timeout, tags: ['p-made-is-shown'] },
    async () => {
      const drawn = await reply(1);
      await using stage = await openAcp(() => drawn);
      const out = join(stage.root, 'dialog.png');
      const args = ['-p', 'draw a dialog', '--json', '--out', out];
      const { code, stdout } = await percept(args, stage.root, stage.env);
      const answer: unknown = JSON.parse(stdout);
      expect([code, isRecord(answer) && answer['answer']]).toEqual([0, 'Here it is.']);
      expect(answer).toMatchObject({
        made: [{ kind: 'image', sha256: sha256(await readFile(out)) }],
      });
      const again = await percept(['-p', 'draw', '--out', out], stage.root, stage.env);
      expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('exists already')]);
    },
  );

  test(
    'nothing is written where nothing was made',
    { timeout, tags: ['p-made-is-shown'] },
    async () => {
      await using stage = await openAcp([{ kind: 'text', text: 'No.' }]);
      const args = ['-p', 'draw', '--out', join(stage.root, 'x.png')];
      const { code, stderr } = await percept(args, stage.root, stage.env);
      expect([code, stderr]).toEqual([3, expect.stringContaining('made nothing')]);
    },
  );

  test(
    'is a content block over ACP, and again when the session is loaded',
    { timeout, tags: ['p-made-is-shown'] },
    async () => {
      const drawn = await reply(2);
      await using stage = await openAcp(() => drawn);
      const client = await connectV1(stage.here());
      const sessionId = await newSession(client, stage.root);
      const pictures = (): readonly string[] =>
        client.updates.flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'image'
            ? [update.content.data]
            : [],
        );
      await client.agent.request('session/prompt', { sessionId, prompt: [words('draw')] });
      const [live, ...more] = pictures();
      expect([live?.length, more]).toEqual([expect.any(Number), []]);
      client.clear();
      await client.agent.request('session/close', { sessionId });
      await client.agent.request('session/load', { sessionId, cwd: stage.root, mcpServers: [] });
      expect(pictures()).toEqual([live]);
    },
  );

  test(
    'is an envelope of the page, live and after a reload',
    { timeout, tags: ['p-made-is-shown'] },
    async () => {
      const drawn = await reply(3);
      await using stage = await openPage(() => drawn);
      const session = await stage.me.create();
      const live = await stage.me.say(session.id, 'Draw.');
      const shown = (view: typeof live) =>
        view.turns[0]?.messages
          .filter(({ role }) => role === 'assistant')
          .flatMap(({ envelopes }) => envelopes)
          .filter(({ type }) => type === 'media.image');
      const [envelope, ...more] = shown(live) ?? [];
      expect([envelope?.meta.source, more]).toEqual(['ai-generation', []]);
      const payload: unknown = envelope?.payload;
      const url = isRecord(payload) ? String(payload['url']) : '';
      expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
      expect(JSON.stringify(payload)).toContain('made by');
      expect(shown(await stage.me.session(session.id))).toHaveLength(1);
    },
  );

  test.each([
    ['inline below the cap', 262_144, 'base64'],
    ['by URL above it', 0, 'url'],
  ] as const)(
    'is an envelope of an OpenWOP run: %s',
    { timeout, tags: ['p-made-is-shown'] },
    async (_, cap, form) => {
      const drawn = await reply(4);
      await using stage = await openRuns({
        script: () => drawn,
        limits: { maxInlineMediaBytes: cap },
      });
      const run = await stage.acme.run('percept-ask', { prompt: 'Draw.' });
      expect((await stage.acme.ended(run)).body['status']).toBe('completed');
      const events = await stage.acme.events(run);
      const emitted = events.filter(({ type }) => type === 'media.image');
      expect(emitted).toHaveLength(1);
      expect(emitted[0]?.['payload']).toHaveProperty(form);
      expect(stage.bugs).toEqual([]);
    },
  );
});
