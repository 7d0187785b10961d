// Agents that are blind: their tool reads a picture and brings back a claim, a refusal or the bytes as letters. The gateway looks
// where the call points, inside one folder and nowhere else, and shows what is there where the wire takes it.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBridge } from '@percept/agent/internal';
import { createLocalDescriber } from '../../packages/agent/src/bridge/local-describer.ts';
import { openDoor } from '@percept/ingest';
import { createDarkroom, standardRenderers } from '@percept/render';
import { openMemory } from '@percept/store';
import { judge } from 'percept/conformance';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants, nameQuadrants } from '../wires/quadrants.ts';
import { blindBody, routes, wires, type BlindCall } from './blind-bodies.ts';
import { startGateway, startUpstream, type Stage, type Upstream } from './gateway-stage.ts';

const timeout = 240_000;
const colours = drawPalette(77);
const claim = 'Viewed image file successfully.';

let folder = '';
let root = '';
let picture: Buffer = Buffer.alloc(0);
let upstream: Upstream;
let stage: Stage;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-look-'));
  root = join(folder, 'project');
  mkdirSync(join(root, 'sub'), { recursive: true });
  picture = await drawQuadrants(colours);
  upstream = await startUpstream();
  const darkroom = createDarkroom({ renderers: standardRenderers() });
  const all = { lookIn: root };
  stage = await startGateway(
    {
      openai: { baseUrl: `${upstream.origin}/v1`, ...all },
      anthropic: { baseUrl: `${upstream.origin}/v1`, ...all },
      gemini: { baseUrl: `${upstream.origin}/v1beta`, ...all },
      bedrock: { baseUrl: upstream.origin, ...all },
      elsewhere: { baseUrl: `${upstream.origin}/v1` },
    },
    { darkroom },
  );
  closing.push(() => darkroom.close());
});
const closing: (() => Promise<void>)[] = [];

beforeEach(() => writeFileSync(join(root, 'shot.png'), picture));

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(path: string, body: object | string): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${stage.origin}${path}`, { method: 'POST', body: text });
}

const last = (): string => upstream.arrived.at(-1)?.body.toString('utf8') ?? '';

function call(input: object, said = claim, more: Partial<BlindCall> = {}): BlindCall {
  return { id: 'call_0123456789', input, said, ...more };
}

async function seenIn(wire: (typeof wires)[number], body: string): Promise<readonly string[]> {
  const { images } = judge({ wire, body });
  const names = await Promise.all(
    images.filter(({ legal }) => legal).map(({ data }) => nameQuadrants(data)),
  );
  return names.map((list) => list.join(', '));
}

const mojibake = (): string => picture.toString('utf8');

/** As a program prints a value that is no JSON. */
const spelledOut = (): string =>
  `[\n  {\n    type: image_url,\n    url: data:image/png;base64,${picture.toString('base64')}\n  }\n]`;

describe('a result without pixels whose call names a picture below the folder', () => {
  for (const wire of wires)
    for (const [what, said] of [
      ['a claim', () => claim],
      ['a refusal', () => 'Error: Cannot read binary file.'],
      ['bytes as letters', mojibake],
      ['base64 in words of its own', spelledOut],
      ['nothing', () => ''],
    ] as const)
      test(
        `on ${wire}, where it is ${what}, becomes the picture`,
        { tags: ['d-gateway-look'], timeout },
        async () => {
          const body = blindBody(wire, [call({ path: join(root, 'shot.png') }, said())]);
          const answer = await send(routes[wire], body);
          expect(answer.headers.get('x-percept-looked')).toBe('1');
          expect(await seenIn(wire, last())).toEqual([colours.join(', ')]);
          expect(judge({ wire, body: last(), expectImages: 1 }).findings).toEqual([]);
          expect(last()).not.toContain('\ufffd');
          expect(last()).toContain('as it is on disk');
          if (what === 'a claim') expect(last()).toContain(claim);
        },
      );

  test(
    'is found under every name that agents use',
    { tags: ['d-gateway-look'], timeout },
    async () => {
      const path = join(root, 'shot.png');
      const shapes: readonly (readonly [string, object])[] = [
        ['Read', { file_path: path }],
        ['view', { path }],
        ['view_file', { path: 'shot.png' }],
        ['read_file', { absolute_path: path }],
        ['Read', { filepath: 'shot.png' }],
        ['read_files', { paths: ['shot.png'] }],
        ['read_files', { files: [{ path }] }],
        ['mcp__filesystem__read_media_file', { path }],
        ['str_replace_editor', { command: 'view', path }],
        ['cat', { filename: './sub/../shot.png' }],
        ['open', { uri: pathToFileURL(path).href }],
      ];
      for (const [tool, input] of shapes) {
        const answer = await send(
          routes['chat-completions'],
          blindBody('chat-completions', [call(input, claim, { tool })]),
        );
        expect([tool, answer.headers.get('x-percept-looked')]).toEqual([tool, '1']);
      }
    },
  );

  test('of parallel calls each gets its own', { tags: ['d-gateway-look'], timeout }, async () => {
    const others = drawPalette(78);
    writeFileSync(join(root, 'other.png'), await drawQuadrants(others));
    const body = blindBody('anthropic-messages', [
      call({ path: 'shot.png' }, claim, { id: 'toolu_first_one' }),
      call({ path: 'other.png' }, claim, { id: 'toolu_second_one' }),
    ]);
    await send(routes['anthropic-messages'], body);
    expect(await seenIn('anthropic-messages', last())).toEqual([
      colours.join(', '),
      others.join(', '),
    ]);
  });

  test('that is a document shows its pages', { tags: ['d-gateway-look'], timeout }, async () => {
    writeFileSync(join(root, 'plan.pdf'), onePage());
    const source = `1: ${onePage().toString('latin1').replaceAll('\n', '\n1: ')}`;
    for (const [index, said] of ['Binary file, not shown.', source].entries()) {
      const body = blindBody('chat-completions', [
        call({ path: 'plan.pdf' }, said, { id: `call_document_${index}` }),
      ]);
      const answer = await send(routes['chat-completions'], body);
      expect(answer.headers.get('x-percept-looked')).toBe('1');
      expect(judge({ wire: 'chat-completions', body: last(), expectImages: 1 }).findings).toEqual(
        [],
      );
      expect(last()).not.toContain('endobj');
    }
  });

  test('that is damaged is told in words', { tags: ['d-gateway-look'], timeout }, async () => {
    writeFileSync(join(root, 'shot.png'), picture.subarray(0, 120));
    const body = blindBody('chat-completions', [
      call({ path: 'shot.png' }, claim, { id: 'call_damaged_one' }),
    ]);
    await send(routes['chat-completions'], body);
    expect(last()).toContain('could not be shown');
    expect(judge({ wire: 'chat-completions', body: last(), expectImages: 0 }).findings).toEqual([]);
  });
});

describe('the same history', () => {
  test(
    'is the same request when the file has changed or gone, and a new call sees the new file',
    { tags: ['d-gateway-look'], timeout },
    async () => {
      for (const wire of ['chat-completions', 'anthropic-messages', 'responses'] as const) {
        writeFileSync(join(root, 'shot.png'), picture);
        const first = call({ path: 'shot.png' }, claim, { id: `call_stable_${wire}` });
        await send(routes[wire], blindBody(wire, [first]));
        const before = last();
        const others = drawPalette(79);
        writeFileSync(join(root, 'shot.png'), await drawQuadrants(others));
        await send(routes[wire], blindBody(wire, [first]));
        expect(last()).toBe(before);
        const second = call({ path: 'shot.png' }, claim, { id: `call_again_${wire}` });
        await send(routes[wire], blindBody(wire, [first], [second]));
        expect(await seenIn(wire, last())).toEqual([colours.join(', '), others.join(', ')]);
        // Up to the closing brackets, what went out before is how this begins.
        expect(last().startsWith(before.replace(/[\]}]+$/, '').slice(0, -1))).toBe(true);
        rmSync(join(root, 'shot.png'));
        await send(routes[wire], blindBody(wire, [first], [second]));
        expect(await seenIn(wire, last())).toEqual([colours.join(', '), others.join(', ')]);
      }
    },
  );

  test(
    'without ids: an answered call keeps its picture, one that nobody answered yet is looked up again',
    { tags: ['d-gateway-look'], timeout },
    async () => {
      const body = blindBody('gemini', [call({ path: 'shot.png' })]);
      await send(routes.gemini, body);
      const others = drawPalette(80);
      writeFileSync(join(root, 'shot.png'), await drawQuadrants(others));
      await send(routes.gemini, body);
      expect(await seenIn('gemini', last())).toEqual([others.join(', ')]);
      writeFileSync(join(root, 'shot.png'), picture);
      await send(
        routes.gemini,
        blindBody('gemini', [call({ path: 'shot.png' })], [call({ path: 'shot.png' })]),
      );
      expect(await seenIn('gemini', last())).toEqual([others.join(', '), colours.join(', ')]);
      rmSync(join(root, 'shot.png'));
      const again = [call({ path: 'shot.png' })];
      await send(routes.gemini, blindBody('gemini', again, again, [call({ path: 'none.png' })]));
      expect(await seenIn('gemini', last())).toEqual([others.join(', '), colours.join(', ')]);
    },
  );

  test(
    'with ids: a call keeps its picture when the mark of a cache moves away from its result',
    { tags: ['d-gateway-look'], timeout },
    async () => {
      const wire = 'anthropic-messages';
      const seen = call({ path: 'shot.png' }, claim, { id: 'call_marked_1' });
      const plain = JSON.stringify(blindBody(wire, [seen]));
      const marked = plain.replace(
        '"type":"tool_result"',
        '"type":"tool_result","cache_control":{"type":"ephemeral"}',
      );
      expect(marked).not.toBe(plain);
      await send(routes[wire], marked);
      expect(await seenIn(wire, last())).toEqual([colours.join(', ')]);
      rmSync(join(root, 'shot.png'));
      await send(routes[wire], plain);
      expect(await seenIn(wire, last())).toEqual([colours.join(', ')]);
    },
  );
});

describe('what is not shown', () => {
  const chat = (input: object, said = claim, more: Partial<BlindCall> = {}): string =>
    JSON.stringify(blindBody('chat-completions', [call(input, said, more)]));

  test(
    'stays byte for byte: other folders, links out, pipes, names that pretend, what is no such call',
    { tags: ['d-gateway-look', 'd-gateway-no-harm'], timeout },
    async () => {
      const outside = join(folder, 'secret.png');
      writeFileSync(outside, picture);
      mkdirSync(join(folder, 'project-2'));
      copyFileSync(outside, join(folder, 'project-2', 'shot.png'));
      symlinkSync(outside, join(root, 'link.png'));
      symlinkSync(folder, join(root, 'up'));
      execFileSync('mkfifo', [join(root, 'pipe.png')]);
      const bodies: Readonly<Record<string, string>> = {
        'a path out of the root': chat({ path: outside }),
        'dots out of the root': chat({ path: '../secret.png' }),
        'escaped dots': chat({ path: '..%2fsecret.png' }),
        'a neighbour whose name begins alike': chat({ path: `${root}-2/shot.png` }),
        'a link out of the root': chat({ path: 'link.png' }),
        'a folder that is a link': chat({ path: 'up/secret.png' }),
        'a file URL out of the root': chat({ uri: pathToFileURL(outside).href }),
        'a file URL of another host': chat({ uri: 'file://example.com/shot.png' }),
        'an address': chat({ url: `${upstream.origin}/shot.png` }),
        'a name in a store': chat({ ref: `media:sha256-${'0'.repeat(64)}.png` }),
        'a NUL': chat({ path: 'shot.png\0.png' }),
        'a file that is not there': chat({ path: 'none.png' }),
        'a folder': chat({ path: 'sub' }),
        'a tool that writes': chat({ path: 'shot.png' }, 'Written.', { tool: 'write_file' }),
        'a tool that lists': chat({ path: 'shot.png' }, 'shot.png', { tool: 'list_files' }),
        'a text file': chat({ path: 'notes.md' }, '# Notes'),
        'a no of the user': chat({ path: 'shot.png' }, 'The user rejected this tool call.'),
        'no permission': chat({ path: 'shot.png' }, 'EACCES: permission denied'),
        'a long description': chat({ path: 'shot.png' }, 'A house with a tree. '.repeat(200)),
        'the text of a document': chat({ path: 'plan.pdf' }, 'Chapter one. '.repeat(60)),
        'a drawing that was read as text': chat({ path: 'logo.svg' }, '<svg/>'),
        'two names at once': chat({ paths: ['shot.png', 'shot.png'] }),
      };
      for (const [what, body] of Object.entries(bodies)) {
        const answer = await send(routes['chat-completions'], body);
        expect([what, last() === body, answer.headers.get('x-percept-looked')]).toEqual([
          what,
          true,
          null,
        ]);
      }
    },
  );

  test(
    'and what is no picture, or too large, is told in words and never sent',
    { tags: ['d-gateway-look'], timeout },
    async () => {
      writeFileSync(join(root, 'key.png'), '-----BEGIN PRIVATE KEY-----\nMIIE\n');
      copyFileSync(join(root, 'key.png'), join(root, 'key.pdf'));
      writeFileSync(join(root, 'huge.png'), picture);
      truncateSync(join(root, 'huge.png'), 600 * 1024 * 1024);
      for (const [path, id] of [
        ['key.png', 'call_pretends'],
        ['key.pdf', 'call_pretends_too'],
        ['huge.png', 'call_enormous'],
        ['pipe.png', 'call_for_a_pipe'],
      ] as const) {
        await send(routes['chat-completions'], chat({ path }, claim, { id }));
        expect([path, judge({ wire: 'chat-completions', body: last() }).images.length]).toEqual([
          path,
          0,
        ]);
        expect(last()).not.toContain('PRIVATE KEY');
        expect(last()).not.toContain('image_url');
      }
    },
  );

  test(
    'results that carry pixels, also behind them, stay as they are',
    { tags: ['d-gateway-look', 'd-gateway-no-harm'], timeout },
    async () => {
      const data = picture.toString('base64');
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
      const own = JSON.stringify(
        blindBody('anthropic-messages', [call({ path: 'shot.png' }, 'Here:', { blocks: [image] })]),
      );
      await send(routes['anthropic-messages'], own);
      expect(last()).toBe(own);
      const moved = blindBody('chat-completions', [
        call({ path: 'shot.png' }, '[Image shown below]', { id: 'call_hoisted_1' }),
      ]);
      const messages = 'messages' in moved && Array.isArray(moved.messages) ? moved.messages : [];
      const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
      const text = JSON.stringify({
        ...moved,
        messages: [...messages, { role: 'user', content: [part] }],
      });
      await send(routes['chat-completions'], text);
      expect(last()).toBe(text);
    },
  );

  test('an upstream that was given no folder looks nowhere', { timeout }, async () => {
    const body = chat({ path: join(root, 'shot.png') });
    await send('/gateway/elsewhere/v1/chat/completions', body);
    expect(last()).toBe(body);
  });
});

test(
  'a model that cannot see gets words from the bridge',
  { tags: ['d-gateway-look'], timeout },
  async () => {
    const memory = await openMemory({ directory: join(folder, 'memory') });
    closing.push(() => memory.close());
    const door = openDoor({ store: memory });
    closing.push(() => door.close());
    const describe = async (bytes: Uint8Array) => {
      const markdown = `Quadrants: ${(await nameQuadrants(bytes)).join(' ')}`;
      return { ok: true, value: { markdown, lines: [] } } as const;
    };
    const bridge = createBridge({
      describers: [createLocalDescriber({ name: 'test-eyes', describe }, '1')],
      door,
      store: memory,
      memos: memory.memos,
      localChosen: { image: true, audio: false },
    });
    await using blind = await startGateway(
      {
        openai: {
          baseUrl: `${upstream.origin}/v1`,
          lookIn: root,
          models: [{ model: 'gpt-4.1', capabilities: [] }],
        },
      },
      { bridge },
    );
    await fetch(`${blind.origin}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(blindBody('chat-completions', [call({ path: 'shot.png' })])),
    });
    expect(last()).toContain(`Quadrants: ${colours.join(' ')}`);
    expect(last()).not.toContain('image_url');
  },
);

/** A page with one line on it. */
function onePage(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    '<< /Length 44 >>\nstream\nBT /F1 24 Tf 20 40 Td (Plan of day) Tj ET  \nendstream',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
