// `percept serve` as people start it: what it prints, who answers when nothing is configured, and what is left after the
// process was killed in the middle of a turn.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'percept/conformance';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openProcessStage, type ProcessStage } from './serve-stage.ts';
import { Visitor, wordsIn } from './serve-visitor.ts';

const slow = { timeout: 240_000 };
const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

function serveOnce(stage: ProcessStage, ...args: readonly string[]) {
  return spawnSync(process.execPath, [perceptBin, 'serve', ...args, '--data', stage.data], {
    cwd: stage.folder,
    env: stage.env,
    encoding: 'utf8',
    timeout: 200_000,
  });
}

async function drawWords(words: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="900" height="200" fill="white"/><text x="40" y="120" font-size="64" font-family="DejaVu Sans, sans-serif">${words}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

describe('percept serve', slow, () => {
  test('answers the seams of conformance suites only where it was told to', async () => {
    await using stage = await openProcessStage([], 'none');
    const gate = '/v1/host/sample/test/evaluate-model-capability-gate';
    const module = { requiredModelCapabilities: ['vision-input'] };
    const asked = { module, activeProvider: 'openai', activeModel: 'gpt-4o', nodeId: 'n' };
    const statusOf = async (...args: readonly string[]): Promise<number> => {
      const { origin, facts, child, gone } = await stage.start(...args);
      const token = (await readFile(String(facts['tokenFile']), 'utf8')).trim();
      const program = new Visitor(origin, { authorization: `Bearer ${token}` });
      const { status } = await program.ask('POST', gate, asked);
      child.kill('SIGTERM');
      await gone;
      return status;
    };
    expect(await statusOf()).toBe(404);
    expect(await statusOf('--test-seams')).toBe(200);
  });

  test(
    'says in discovery up to which size media is inline, as it was told to',
    { tags: ['d-serve-inline-cap'] },
    async () => {
      await using stage = await openProcessStage([], 'none');
      const { origin, child, gone } = await stage.start('--max-inline-bytes', '1000');
      const { body } = await new Visitor(origin, {}).ask('GET', '/.well-known/openwop');
      child.kill('SIGTERM');
      await gone;
      expect(body).toMatchObject({ aiProviders: { maxInlineMediaBytes: 1000 } });
    },
  );

  test(
    'prints what it serves, answers with local eyes when nothing is configured, says so, and leaves no file to others',
    { tags: ['d-cli-serve', 'f-host-private-files'] },
    async () => {
      await using stage = await openProcessStage([], 'none');
      const { facts, visitor, origin, errors } = await stage.start();
      expect(facts).toMatchObject({
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        port: expect.any(Number),
        link: expect.stringContaining('?key='),
        faces: expect.arrayContaining(['assets', 'gateway', 'openwop', 'web-api']),
      });
      const status = await visitor.status();
      expect(status.models).toMatchObject([
        { kind: 'local', image: { route: 'described', place: 'device' } },
      ]);
      const { upload } = await visitor.uploaded(
        await drawWords('PERCEPT 4711'),
        'sign.png',
        'image/png',
      );
      const forecast = await visitor.forecast({ text: '', uploads: [upload] });
      expect(forecast).toMatchObject({ model: 'local eyes', host: 'this device' });
      const session = await visitor.create();
      const view = await visitor.say(session.id, 'What does it say?', [upload]);
      expect(wordsIn(view, 'assistant')).toContain('4711');
      expect(wordsIn(view, 'assistant')).toContain('No model is configured');
      expect(view.turns[0]?.sightings[0]).toMatchObject({
        host: 'this device',
        wire: 'none',
        images: 1,
      });

      const token = (await readFile(String(facts['tokenFile']), 'utf8')).trim();
      const data = dirname(String(facts['tokenFile']));
      const open: string[] = [];
      for (const file of await readdir(data, { recursive: true }))
        if (((await stat(join(data, file))).mode & 0o077) !== 0) open.push(file);
      expect(open).toEqual([]);
      const program = new Visitor(origin, { authorization: `Bearer ${token}` });
      expect((await program.session(session.id)).id).toBe(session.id);
      // All faces are behind one port.
      expect((await fetch(`${origin}/.well-known/openwop`)).status).toBe(200);
      expect((await fetch(`${origin}/v1/assets/a1.x.y.z`)).status).toBe(404);
      expect(errors()).not.toContain(token);
    },
  );

  test('a model that does not see is told in words what local eyes read, and the page is told who looked', async () => {
    await using stage = await openProcessStage(() => text('I read it.'), 'blind-local');
    const { visitor } = await stage.start();
    const { upload } = await visitor.uploaded(await drawWords('INVOICE 8812'), 'a.png');
    const forecast = await visitor.forecast({ text: '', uploads: [upload] });
    expect(forecast).toMatchObject({
      model: 'blind',
      files: [{ outcome: 'described', by: 'local eyes', host: 'this device' }],
    });
    const session = await visitor.create();
    const view = await visitor.say(session.id, 'What is it?', [upload]);
    const [slot] = view.turns[0]?.sightings[0]?.slots ?? [];
    expect(slot).toMatchObject({
      action: 'describe',
      place: 'words',
      bridgedBy: { model: 'local eyes', host: 'this device' },
      words: expect.stringContaining('8812'),
      found: { url: expect.stringContaining('/v1/assets/') },
    });
    expect(wordsIn(view, 'notice')).toContain('on this device');
    expect(JSON.stringify(stage.server.requests.at(-1)?.body)).not.toContain('base64');
    // Notices are part of what was shown, and come back with it.
    expect(wordsIn(await visitor.session(session.id), 'notice')).toBe(wordsIn(view, 'notice'));
  });

  test('killed in the middle of a turn, it comes back with everything that was acknowledged', async () => {
    let asked = 0;
    const killed = Promise.withResolvers<void>();
    await using stage = await openProcessStage(async () => {
      asked += 1;
      if (asked === 2) await killed.promise;
      return text(`Answer ${asked}.`);
    });
    const first = await stage.start();
    const picture = await drawWords('kept');
    const waiting = await first.visitor.uploaded(picture, 'waiting.png');
    const session = await first.visitor.create();
    await first.visitor.say(session.id, 'One.');
    const { upload } = await first.visitor.uploaded(picture, 'two.png');
    expect((await first.visitor.turn(session.id, 'Two.', [upload])).status).toBe(202);
    first.child.kill('SIGKILL');
    await first.gone;
    killed.resolve();

    const second = await stage.start();
    const back = await second.visitor.session(session.id);
    expect(back).toMatchObject({ running: false, turns: [{ end: 'answered' }, { turn: 2 }] });
    expect(back.turns[1]?.end).toBeUndefined();
    expect(wordsIn(back, 'user')).toContain('Two.');
    const shown = back.turns[1]?.messages[0]?.envelopes.find(({ type }) => type === 'media.image');
    expect(shown).toBeDefined();
    // What was taken in and not sent is still there, and can be sent.
    const again = await second.visitor.ask('GET', `/api/uploads/${waiting.upload}`);
    expect(again.status).toBe(200);
    const view = await second.visitor.say(session.id, 'Three.', [waiting.upload]);
    expect(view.turns).toHaveLength(3);
    expect(view.turns[2]).toMatchObject({ end: 'answered' });
    // The cookie of before is still good: nobody is signed out by a restart on the same port.
    expect(second.errors()).not.toContain('error:');
  });

  test('ends on SIGTERM with its code, and nothing is left running', async () => {
    await using stage = await openProcessStage([text('Hello.')]);
    const { child, gone, visitor, errors } = await stage.start();
    const session = await visitor.create();
    await visitor.say(session.id, 'Hi.');
    child.kill('SIGTERM');
    expect(await gone).toBe(143);
    expect(errors()).not.toMatch(/error|bug/i);
  });

  test('a taken port, an open address without tokens and wrong words are told with their fix', async () => {
    await using stage = await openProcessStage([], 'none');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const taken = serveOnce(stage, '--port', String(port), '--json');
    other.close();
    expect(taken.status).toBe(1);
    expect(JSON.parse(taken.stdout)).toMatchObject({
      error: 'fault',
      message: expect.stringContaining('--port'),
    });
    for (const args of [
      ['--host', '0.0.0.0'],
      ['--host', '192.0.2.1'],
      ['--port', 'x'],
      ['--port', '70000'],
      ['--origin', 'percept.example'],
      ['--origin', 'https://percept.example/path'],
      ['--upstream', 'no body=https://x'],
      ['--upstream', 'openai'],
      ['--look-in', 'no-such-folder'],
      ['--look-in', 'openai=no-such-folder'],
      ['--tenants', 'missing.json'],
      ['extra'],
    ])
      expect([args.join(' '), serveOnce(stage, ...args).status]).toEqual([args.join(' '), 2]);
    const file = join(stage.folder, 'tenants.json');
    await writeFile(file, '{"tenants": [{"name": "acme", "token": "short-secret"}]}');
    const weak = serveOnce(stage, '--tenants', file, '--json');
    expect([weak.status, weak.stdout.includes('short-secret')]).toEqual([3, false]);
    await writeFile(file, '{"tenants": [{"name": "acme", "token": "short-secret"');
    expect(serveOnce(stage, '--tenants', file).stderr).not.toContain('short-secret');
    await writeFile(file, JSON.stringify({ tenants: [{ name: 'acme', token: 'x'.repeat(30) }] }));
    expect(serveOnce(stage, '--tenants', file, '--host', '0.0.0.0').stderr).toContain('--origin');
    expect(serveOnce(stage, '--tenants', file, '--look-in', '.').status).toBe(2);
    expect(serveOnce(stage, '--upstream', 'openai=ftp://x', '--json').status).toBe(3);
  });

  test('tenants of a file have links and tokens of their own', async () => {
    await using stage = await openProcessStage([], 'none');
    const file = join(stage.folder, 'tenants.json');
    const token = 'a-token-of-acme-0123456789';
    await writeFile(file, JSON.stringify({ tenants: [{ name: 'acme', token }] }));
    const { facts, origin } = await stage.start('--tenants', file);
    expect(facts['tenants']).toMatchObject([
      { tenant: 'acme', link: expect.stringContaining('?key=') },
    ]);
    const acme = new Visitor(origin, { authorization: `Bearer ${token}` });
    expect(await acme.status()).toMatchObject({ tenant: 'acme' });
  });
});
