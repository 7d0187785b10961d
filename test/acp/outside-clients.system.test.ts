// Clients of other makers, as they are published: acpx 0.19.1 (SDK 1.9) and acp-factory 0.1.14 (SDK 0.18) drive the agent.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AgentFactory, type SessionUpdate } from 'acp-factory';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toolCall } from 'percept/conformance';
import { showroom } from '../client-servers/support/servers.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage, type Stage } from './agent-process.ts';
import { look, picturesIn } from './seeing-server.ts';

const run = promisify(execFile);
const acpxBin = fileURLToPath(new URL('../../node_modules/.bin/acpx', import.meta.url));

async function acpx(stage: Stage, ...args: readonly string[]): Promise<string> {
  const agent = stage.command.map((word) => JSON.stringify(word)).join(' ');
  const { stdout } = await run(
    acpxBin,
    ['--agent', agent, '--cwd', stage.root, '--approve-all', '--ttl', '5', ...args],
    { env: stage.env, cwd: stage.root, maxBuffer: 256 * 1024 * 1024, timeout: 50_000 },
  );
  return stdout;
}

async function promptFile(stage: Stage, blocks: readonly object[]): Promise<string> {
  const file = join(stage.root, `prompt-${Math.random()}.json`);
  await writeFile(file, JSON.stringify(blocks));
  return file;
}

function image(bytes: Uint8Array): object {
  return { type: 'image', mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') };
}

/** One second of silence: a sound that is whole. */
function silence(): Buffer {
  const header = Buffer.from(
    'UklGRqQ+AABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YYA+AAA=',
    'base64',
  );
  return Buffer.concat([header, Buffer.alloc(16_000)]);
}

/** Quadrants under grain that no compressor removes: over 5 MB as PNG. */
async function heavy(colours: readonly string[]): Promise<Buffer> {
  const [width, height] = [2400, 1600];
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 9 };
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise },
  })
    .png()
    .toBuffer();
  return sharp(await drawQuadrants(colours, width, height))
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

describe('acpx', () => {
  test(
    'text, picture, sound and blob in one prompt',
    { tags: ['f-acp-outside-clients', 'f-acp-resource-blob'], timeout: 240_000 },
    async () => {
      await using stage = await openStage(look);
      const [one, two] = [drawPalette(51), drawPalette(52)];
      const blob = (await drawQuadrants(two)).toString('base64');
      const file = await promptFile(stage, [
        { type: 'text', text: 'What colours are in the first one?' },
        image(await drawQuadrants(one)),
        { type: 'resource', resource: { uri: 'file:///b.png', mimeType: 'image/png', blob } },
        { type: 'audio', mimeType: 'audio/wav', data: silence().toString('base64') },
      ]);
      expect(await acpx(stage, 'exec', '-f', file)).toContain(one.join(' '));
      const [request] = stage.server.requests;
      expect(request && picturesIn(request)).toHaveLength(2);
      expect(request?.raw).toContain('"input_audio"');
    },
  );

  test(
    'a picture of more than 5 MB, which acpx sends as JSON inside a text, is rescued and seen',
    {
      tags: [
        'f-acp-outside-clients',
        'f-acp-json-array-text',
        's000-auto-oversized',
        's000-downsample-target',
      ],
      timeout: 240_000,
    },
    async () => {
      await using stage = await openStage(look);
      const colours = drawPalette(53);
      const bytes = await heavy(colours);
      expect(bytes.length).toBeGreaterThan(5_000_000);
      const file = await promptFile(stage, [{ type: 'text', text: 'Colours?' }, image(bytes)]);
      expect(await acpx(stage, 'exec', '-f', file)).toContain(colours.join(' '));
    },
  );

  test(
    'a persistent session keeps its picture, and its model is switched',
    { tags: ['f-acp-outside-clients', 'f-acp-model-switch'], timeout: 240_000 },
    async () => {
      await using stage = await openStage(look);
      const colours = drawPalette(54);
      await acpx(stage, 'sessions', 'new');
      const file = await promptFile(stage, [image(await drawQuadrants(colours))]);
      expect(await acpx(stage, 'prompt', '-f', file)).toContain(colours.join(' '));
      await acpx(stage, 'set', 'model', 'other');
      expect(await acpx(stage, 'prompt', 'and the first picture?')).toContain(colours.join(' '));
      expect(stage.server.requests.at(-1)?.model).toBe('other');
      await acpx(stage, 'sessions', 'close');
    },
  );
});

describe('MCP servers that a client configures', () => {
  test(
    'acpx: the server is called, and its picture is seen',
    { tags: ['f-acp-outside-clients'], timeout: 240_000 },
    async () => {
      await using stage = await openStage((request, index) =>
        index === 0 ? toolCall('showroom__picture', { seed: 56 }) : look(request),
      );
      const file = join(stage.root, 'mcp.json');
      await writeFile(file, JSON.stringify({ mcpServers: [{ ...showroom(), type: 'stdio' }] }));
      const said = await acpx(stage, '--mcp-config', file, 'exec', 'go');
      expect(said).toContain(drawPalette(56).join(' '));
    },
  );

  test(
    'acp-factory: the server is called, and its picture is seen',
    { tags: ['f-acp-outside-clients'], timeout: 240_000 },
    async () => {
      await using stage = await openStage((request, index) =>
        index === 0 ? toolCall('showroom__picture', { seed: 57 }) : look(request),
      );
      register(stage);
      const agent = await AgentFactory.spawn('percept', { permissionMode: 'auto-approve' });
      const session = await agent.createSession(stage.root, { mcpServers: [showroom()] });
      expect(await collect(session.prompt('go'))).toContain(drawPalette(57).join(' '));
      await agent.close();
    },
  );
});

describe('acp-factory', () => {
  test(
    'text, picture and sound, then load in a new process',
    { tags: ['f-acp-outside-clients', 'f-acp-load-replays'], timeout: 240_000 },
    async () => {
      await using stage = await openStage(look);
      register(stage);
      const colours = drawPalette(55);
      const agent = await AgentFactory.spawn('percept', { permissionMode: 'auto-approve' });
      const session = await agent.createSession(stage.root);
      const data = (await drawQuadrants(colours)).toString('base64');
      const said = await collect(
        session.prompt([
          { type: 'text', text: 'What colours?' },
          { type: 'image', mimeType: 'image/png', data },
          { type: 'audio', mimeType: 'audio/wav', data: silence().toString('base64') },
        ]),
      );
      expect(said).toContain(colours.join(' '));
      await agent.close();
      const again = await AgentFactory.spawn('percept', { permissionMode: 'auto-approve' });
      const loaded = await again.loadSession(session.id, stage.root);
      expect(await collect(loaded.prompt('And still?'))).toContain(colours.join(' '));
      await again.close();
    },
  );
});

function register(stage: Stage): void {
  const [command = '', ...args] = stage.command;
  const env = Object.fromEntries(
    Object.entries(stage.env).map(([name, value]) => [name, value ?? '']),
  );
  AgentFactory.register('percept', { command, args: [...args], env });
}

async function collect(updates: AsyncIterable<SessionUpdate | object>): Promise<string> {
  let said = '';
  for await (const update of updates)
    if ('sessionUpdate' in update && update.sessionUpdate === 'agent_message_chunk')
      said += /"text":"([^"]*)"/.exec(JSON.stringify(update))?.[1] ?? '';
  return said;
}
