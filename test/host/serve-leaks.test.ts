// What a client is told never says where things lie on the server: whichever face it asks, and whatever is broken behind.
import { createHash } from 'node:crypto';
import { chmod, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text, toolCall } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage, type Stage } from './serve-stage.ts';
import type { Visitor } from './serve-visitor.ts';

const slow = { timeout: 240_000 };

/** Everything that a visitor was told, as one text. */
class Ear {
  readonly heard: string[] = [];
  readonly #visitor: Visitor;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  async ask(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(this.#visitor.origin + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
      headers: {
        ...this.#visitor.headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const heads = [...response.headers].map((pair) => pair.join(': ')).join('\n');
    let said = `${method} ${path} ${response.status}\n${heads}\n`;
    try {
      for await (const chunk of response.body ?? []) said += Buffer.from(chunk).toString();
    } catch {
      // A stream of events ends when nobody waits for it any longer.
    }
    this.heard.push(said);
    return said;
  }
}

function expectNoPlace({ memory, folder }: Stage, heard: readonly string[]): void {
  for (const said of heard)
    for (const place of [memory.directory, folder])
      expect(said.split('\n').filter((line) => line.includes(place))).toEqual([]);
}

const refs = [
  'missing.txt',
  './a/../missing.png',
  '../../percept.db',
  '../../server.key',
  '/etc/hostname',
  'folder',
  'note.txt',
  'x'.repeat(300),
  'file:///etc/hostname',
  'drop.pipe\u0000.png',
];

describe('the data folder', slow, () => {
  test('is not told by tools, turns, timelines and bundles of a tenant that works in it', async () => {
    let step = 0;
    await using stage = await openStage((request) => {
      const at = step++ % (refs.length * 2 + 2);
      const ref = refs[Math.floor(at / 2)] ?? '';
      if (at < refs.length * 2) return toolCall(at % 2 === 0 ? 'read' : 'view', { ref });
      const token = /token (r1\.[\w-]+)/.exec(JSON.stringify(request.body))?.[1] ?? '';
      if (at === refs.length * 2)
        return toolCall('edit', { path: 'note.txt', token, old: 'old', new: 'new' });
      return text('Done.');
    });
    const workspaces = join(stage.memory.directory, 'workspaces');
    const session = await stage.acme.create();
    const ear = new Ear(stage.acme);
    // Opening the session made the folder.
    await stage.acme.turn(session.id, 'first');
    const [own = ''] = await readdir(workspaces);
    await writeFile(join(workspaces, own, 'note.txt'), 'old');
    for (let turn = 0; turn < 4; turn++) {
      for await (const { event } of stage.acme.events(session.id, session.cursor)) {
        if (event.type === 'permission-asked')
          ear.heard.push(
            JSON.stringify(event),
            await ear.ask(
              'POST',
              `/api/sessions/${session.id}/permissions/${event.permission.id}`,
              { answer: 'once', digest: event.permission.digest },
            ),
          );
        ear.heard.push(JSON.stringify(event));
        if (event.type === 'turn-ended') break;
      }
      await stage.acme.turn(session.id, 'again');
    }
    for (const path of ['', '/timeline', '/debug-bundle'])
      await ear.ask('GET', `/api/sessions/${session.id}${path}`);
    await ear.ask('POST', '/v1/runs', { workflowId: 'percept-ask', inputs: { prompt: 'Read.' } });
    const call = { messages: [{ role: 'user', content: 'Read it all.' }] };
    await ear.ask('POST', '/v1/host/sample/ai/call', call);
    const run = await ear.ask('POST', '/v1/runs', {
      workflowId: 'percept-view',
      inputs: { ref: '../../percept.db' },
    });
    const [, runId = ''] = /"runId":"([^"]+)"/.exec(run) ?? [];
    for (const path of ['', '/events', '/events/poll', '/debug-bundle'])
      await ear.ask('GET', `/v1/runs/${runId}${path}`);
    expect(ear.heard.join('\n')).toContain('missing.txt');
    expectNoPlace(stage, ear.heard);
    // Nor by what the model is told, which it could repeat.
    expectNoPlace(
      stage,
      stage.server.requests.map(({ body }) => JSON.stringify(body)),
    );
  });

  test('is not told when it is broken: moved, locked, damaged or full of something else', async () => {
    await using stage = await openStage(() => text('Done.'));
    const { acme, memory } = stage;
    const ear = new Ear(acme);
    const picture = await drawQuadrants(drawPalette(3));
    const { upload, thumbnail } = await acme.uploaded(picture, 'a.png');
    const session = await acme.create();
    const asset = new URL(thumbnail?.url ?? '').pathname;
    const askAll = async (): Promise<void> => {
      await ear.ask('GET', asset);
      await ear.ask('GET', '/api/status');
      await ear.ask('GET', '/api/sessions');
      await ear.ask('POST', '/api/sessions', {});
      await ear.ask('POST', '/api/sessions', { model: '/no/such' });
      await ear.ask('GET', `/api/uploads/${upload}`);
      await ear.ask('POST', `/api/sessions/${session.id}/turns`, { text: 'hi', uploads: [upload] });
      for (const path of ['', '/timeline', '/debug-bundle'])
        await ear.ask('GET', `/api/sessions/${session.id}${path}`);
      const noise = createHash('sha512').update(String(ear.heard.length)).digest('base64');
      await ear.ask('POST', '/v1/host/sample/media/put', { contentBase64: noise });
      await ear.ask('POST', '/v1/runs', { workflowId: 'conformance-noop' });
      await ear.ask('POST', '/v1/runs', { workflowId: 'percept-ask', inputs: { prompt: 'Say.' } });
      await ear.ask('GET', '/v1/runs');
      const unlike = await drawQuadrants(drawPalette(ear.heard.length), 64, 64);
      ear.heard.push(JSON.stringify(await acme.upload(unlike, 'b.png')));
    };
    const blobs = join(memory.directory, 'blobs');
    await rename(blobs, `${blobs}-moved`);
    await writeFile(blobs, 'no folder');
    await askAll();
    await rename(blobs, `${blobs}-file`);
    await rename(`${blobs}-moved`, blobs);
    await chmod(blobs, 0o000);
    await askAll();
    await chmod(blobs, 0o700);
    // The record is gone under a running server.
    await memory.close();
    await askAll();
    expect(ear.heard.filter((said) => /^\w+ \S+ 5\d\d\n/.test(said)).length).toBeGreaterThan(5);
    expectNoPlace(stage, ear.heard);
  });
});
