// Ctrl-V in a real chat, with the clipboards that this machine can run: X11, Wayland, and the one in front of a terminal at
// the other end of a line.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  copy,
  missingPackages,
  startWayland,
  startX11,
  waylandTools,
  x11Tools,
} from '../../packages/ingest/test/fixtures/sources/display.ts';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess } from './chat-process.ts';
import { unless } from '../needs.ts';

const timeout = 600_000;
const ready = /› .*write, paste a picture/;
const controlV = '\u0016';
const colours = drawPalette(11);
let stage: Stage;
let picture: Buffer;

beforeEach(async () => {
  stage = await openStage(look);
  picture = await drawQuadrants(colours);
});
afterEach(() => stage[Symbol.asyncDispose]());

const desktops = [
  { name: 'X11', copier: 'xclip', tools: x11Tools, start: startX11 },
  { name: 'Wayland', copier: 'wl-copy', tools: waylandTools, start: startWayland },
] as const;

for (const { name, copier, tools, start } of desktops) {
  const missing = missingPackages(tools);
  const reason =
    missing.length > 0 ? `a clipboard is missing; apt-get install ${missing.join(' ')}` : undefined;
  describe(`a screenshot on the ${name} clipboard`, { timeout, ...unless(reason) }, () => {
    test(
      'is in the chat as a thumbnail, and the model sees it',
      { tags: ['s002-paste-screenshot'] },
      async () => {
        const display = await start();
        onTestFinished(() => display.stop());
        const path = join(stage.root, 'copied');
        await writeFile(path, picture);
        const owner = await copy(copier, 'image/png', path, display.env);
        onTestFinished(() => owner.stop());
        await using it = new ChatProcess({
          cwd: stage.root,
          env: { ...stage.env, ...display.env },
        });
        await it.until(ready, 'the composer');
        it.type(controlV);
        await it.until(/^▸ \[image: \d+x\d+ png, .*pasted\]/m, 'the attachment');
        await it.until(/^▀▀▀▀/m, 'the thumbnail');
        await it.say('what is it?');
        expect(await it.until(new RegExp(colours.join(' ')), 'the answer')).toMatch(
          /^› what is it/m,
        );
      },
    );
  });
}

/** A terminal that speaks OSC 5522, as kitty does: it lists, asks nobody, and sends in chunks of 4096 bytes. */
function sharing(bytes: Uint8Array, type = 'image/png'): (data: string) => string | undefined {
  let heard = '';
  return (data) => {
    heard += data;
    let reply = '';
    // oxlint-disable-next-line no-control-regex
    for (const found of heard.matchAll(/\u001b\]5522;type=read;([A-Za-z0-9+/=]*)\u001b\\/g)) {
      const wanted = Buffer.from(found[1] ?? '', 'base64').toString();
      const packets = wanted === '.' ? [Buffer.from(`text/plain ${type}`)] : chunks(bytes);
      const mime = Buffer.from(wanted === '.' ? '.' : type).toString('base64');
      reply += '\u001b]5522;type=read:status=OK\u001b\\';
      for (const packet of packets)
        reply += `\u001b]5522;type=read:status=DATA:mime=${mime};${packet.toString('base64')}\u001b\\`;
      reply += '\u001b]5522;type=read:status=DONE\u001b\\';
      heard = heard.slice(heard.indexOf(found[0]) + found[0].length);
    }
    return reply;
  };
}

function chunks(bytes: Uint8Array): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 4096)
    found.push(Buffer.from(bytes.subarray(at, at + 4096)));
  return found;
}

describe('the clipboard in front of a terminal over SSH', { timeout }, () => {
  const remote = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };

  test(
    'is read by OSC 5522 where the terminal has it, and no packet is typed',
    { tags: ['f-ingest-clipboard-osc5522'] },
    async () => {
      await using it = new ChatProcess({
        cwd: stage.root,
        env: { ...stage.env, ...remote },
        onOutput: sharing(picture),
      });
      await it.until(ready, 'the composer');
      it.type(controlV);
      await it.until(/^▸ \[image: \d+x\d+ png, .*pasted\]/m, 'the attachment');
      await it.until(/^▀▀▀▀/m, 'the thumbnail');
      await it.until(ready, 'an empty composer');
      await it.say('what is it?');
      await it.until(new RegExp(colours.join(' ')), 'the answer');
      expect(it.scrollback()).not.toMatch(/5522|status=/);
    },
  );

  test(
    'is refused in words where the terminal has never heard of it',
    { tags: ['f-ingest-clipboard-osc5522'] },
    async () => {
      await using it = new ChatProcess({ cwd: stage.root, env: { ...stage.env, ...remote } });
      await it.until(ready, 'the composer');
      it.type(controlV);
      await it.until(/the clipboard is on the other machine/, 'the refusal');
      expect(await it.until(ready, 'the composer')).not.toContain('of 20 pictures');
    },
  );

  test(
    'that hands over a lie is looked at like any other file',
    { tags: ['f-ingest-clipboard-osc5522'] },
    async () => {
      await using it = new ChatProcess({
        cwd: stage.root,
        env: { ...stage.env, ...remote },
        onOutput: sharing(Buffer.from('<html>no picture</html>')),
      });
      await it.until(ready, 'the composer');
      it.type(controlV);
      await it.until(/bytes under image\/png that are not an image/, 'the refusal');
      expect(await it.until(ready, 'the composer')).not.toContain('of 20 pictures');
    },
  );
});
