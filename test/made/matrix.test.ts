// The matrix of what models make: every way in which wires spell it, on every face that shows it. A cell is the hash of what the
// face showed; it must be what the provider sent, and what the record and the store give back. Not here, and why: MCP has no chat
// model of its own, so what it shows was made on purpose (mcp.test.ts); the gateway is gateway-answers.test.ts, on every wire; the
// wires that ask about it next are made.test.ts; models of AI SDK 5 and 6 come in by the library alone, as the last test does.
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGoogle } from '@ai-sdk/google';
import { createGoogleGenerativeAI as createGoogleV3 } from '@ai-sdk/google-v3';
import type { LanguageModelV2 } from '@ai-sdk/provider';
import { isRecord, readText } from '@percept/core/internal';
import { openPercept } from 'percept';
import { generateText, type LanguageModel } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAgent } from '../acp/agent-process.ts';
import { connectV1 } from '../acp/v1-client.ts';
import { connectV2 } from '../acp/v2-client.ts';
import { ChatProcess, command } from '../chat/chat-process.ts';
import { Client } from '../host/openwop-client.ts';
import { Visitor } from '../host/serve-visitor.ts';
import { openServer, tenantToken } from '../walk/faces/server.ts';
import {
  modelOf,
  openMatrixStage,
  recordedIn,
  rowNames,
  rows,
  sha256,
  toldWords,
  type MatrixStage,
  type Row,
} from './matrix-stage.ts';

let stage: MatrixStage;
beforeAll(async () => {
  stage = await openMatrixStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

type Shown = (row: Row) => Promise<string>;

/** Every row on one face. */
async function all(shown: Shown): Promise<Readonly<Record<string, string>>> {
  const cells: [Row, string][] = [];
  for (const row of rowNames) cells.push([row, await shown(row)]);
  return Object.fromEntries(cells);
}

const hashed = (base64: string): string => sha256(Buffer.from(base64, 'base64'));

/** The media, or else the words, in what an editor was told; each says beside it who made it, in words, and its name. */
function cell(blocks: readonly unknown[], model: string): string {
  const media = blocks.filter(
    (block): block is Readonly<Record<string, unknown>> =>
      isRecord(block) && (block['type'] === 'image' || block['type'] === 'audio'),
  );
  for (const { _meta } of media)
    expect(_meta).toEqual({
      percept: {
        alt: expect.stringContaining(`made by ${model}`),
        madeBy: model,
        name: expect.stringMatching(/^made-1\.(png|wav)$/),
      },
    });
  return media.map(({ data }) => hashed(readText(data) ?? '')).join(' ') || wordsOf(blocks);
}

function wordsOf(value: unknown): string {
  return toldWords.test(JSON.stringify(value)) ? 'words' : 'nothing';
}

describe('what a model made, however its wire spells it', { tags: ['p-made-is-shown'] }, () => {
  test('is shown by the page', async () => {
    await using server = await openServer(stage, []);
    const me = new Visitor(server.origin, { authorization: `Bearer ${server.localToken}` });
    const cells = await all(async (row) => {
      const { id } = await me.create(modelOf(row));
      const { turns } = await me.say(id, 'Draw.');
      const said = turns[0]?.messages.filter(({ role }) => role === 'assistant') ?? [];
      const payloads: readonly unknown[] = said
        .flatMap(({ envelopes }) => envelopes)
        .filter(({ type }) => type.startsWith('media.'))
        .map(({ payload }) => payload);
      const urls = payloads.flatMap((payload) =>
        isRecord(payload) ? [readText(payload['url']) ?? ''] : [],
      );
      const hashes = await Promise.all(
        urls.map(async (url) => sha256(Buffer.from(await (await fetch(url)).arrayBuffer()))),
      );
      return hashes.join(' ') || wordsOf(said);
    });
    expect(cells).toEqual(stage.expected);
  });

  test('is emitted by OpenWOP runs', async () => {
    await using server = await openServer(stage, []);
    const client = new Client(server.origin, server.origin, tenantToken);
    const cells = await all(async (row) => {
      const id = modelOf(row);
      await client.post('/v1/host/percept/workflows', {
        id,
        nodes: [{ id: 'ask', typeId: 'percept.ask', config: { prompt: 'Draw.', model: id } }],
      });
      const run = await client.run(id);
      await client.ended(run);
      const events = await client.events(run);
      const media = events.filter(({ type }) => readText(type)?.startsWith('media.'));
      const hashes = media.map(({ payload }) =>
        isRecord(payload) ? hashed(readText(payload['base64']) ?? '') : '',
      );
      return hashes.join(' ') || wordsOf(events);
    });
    expect(cells).toEqual(stage.expected);
  });

  test('is a content block of ACP, version 1', async () => {
    const agent = startAgent(stage.folder, stage.env);
    const client = await connectV1(agent);
    const cells = await all(async (row) => {
      const { sessionId } = await client.agent.request('session/new', {
        cwd: stage.folder,
        mcpServers: [],
      });
      const value = modelOf(row);
      await client.agent.request('session/set_config_option', {
        sessionId,
        configId: 'model',
        value,
      });
      client.clear();
      await client.agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: 'Draw.' }],
      });
      return cell(
        client.updates.flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' ? [update.content] : [],
        ),
        value,
      );
    });
    expect(cells).toEqual(stage.expected);
    client.close();
    agent.child.kill();
  });

  test('is a content block of ACP, version 2', async () => {
    const agent = startAgent(stage.folder, stage.env);
    const client = await connectV2(agent);
    const cells = await all(async (row) => {
      const { sessionId } = await client.agent.request('session/new', {
        cwd: stage.folder,
        mcpServers: [],
      });
      const value = modelOf(row);
      await client.agent.request('session/set_config_option', {
        sessionId,
        configId: 'model',
        type: 'id',
        value,
      });
      await client.ask(sessionId, [{ type: 'text', text: 'Draw.' }]);
      return cell(
        client.updates.flatMap((update: unknown) =>
          isRecord(update) && update['sessionUpdate'] === 'agent_message_chunk'
            ? [update['content']]
            : [],
        ),
        value,
      );
    });
    expect(cells).toEqual(stage.expected);
    client.close();
    agent.child.kill();
  });

  test('is written by percept -p where --out says', async () => {
    const made = await Promise.all(
      rowNames.map(async (row): Promise<[Row, string]> => {
        const out = join(stage.folder, `${modelOf(row)}.out`);
        const keep = rows[row].makes === 'words' ? [] : ['--out', out];
        const args = ['-p', 'Draw.', '--json', '--model', modelOf(row), ...keep];
        const child = spawn(process.execPath, [command, ...args], {
          cwd: stage.folder,
          env: stage.env,
        });
        let told = '';
        child.stdout.on('data', (data) => (told += String(data)));
        child.stderr.on('data', (data) => (told += String(data)));
        child.stdin.end();
        await new Promise((resolve) => child.on('close', resolve));
        const file = await readFile(out).catch(() => undefined);
        return [row, file ? sha256(file) : toldWords.test(told) ? 'words' : told];
      }),
    );
    expect(Object.fromEntries(made)).toEqual(stage.expected);
  });

  test(
    'is drawn or named by the chat, and kept with /save, and a sound is played with /play',
    { tags: ['p-made-has-a-name'] },
    async () => {
      // A player that keeps what it is given to play.
      const [bin, played] = [join(stage.folder, 'bin'), join(stage.folder, 'played')];
      await mkdir(bin);
      await writeFile(join(bin, 'afplay'), `#!/bin/sh\ncp "$1" '${played}'\n`, { mode: 0o755 });
      const env = { ...stage.env, PATH: `${bin}:${stage.env['PATH']}` };
      await using chat = new ChatProcess({ cwd: stage.folder, env, cols: 120, rows: 40 });
      await chat.until(/› .*write, paste a picture/, 'the composer');
      let saved = 0;
      const cells = await all(async (row) => {
        chat.type(`/model ${modelOf(row)}\r`);
        const answers = new RegExp(
          `· ${modelOf(row)} at \\S+ answers from now on|^ +${modelOf(row)} +context`,
          'm',
        );
        await chat.until(answers, 'the model');
        await chat.say('Draw.');
        if (rows[row].makes === 'words') {
          await chat.shows(/stays at the/, 'the words');
          return 'words';
        }
        const made = new RegExp(`made by ${modelOf(row)}[^]*keeps it\\)`);
        await chat.shows(made, 'what was made');
        const path = join(stage.folder, `saved-${(saved += 1)}`);
        chat.type(`/save ${path}\r`);
        await chat.shows(new RegExp(`Written to .*saved-${saved}`), 'the file');
        if (rows[row].makes === 'audio') {
          chat.type('/play\r');
          await chat.shows(/Played by .*afplay/, 'the sound');
          expect(sha256(await readFile(played))).toBe(stage.expected[row]);
        }
        return sha256(await readFile(path));
      });
      expect(cells).toEqual(stage.expected);
    },
  );

  test(
    'stands in the record, and the store gives it back byte for byte',
    { tags: ['p-made-is-kept'] },
    async () => {
      const data = join(stage.folder, 'recorded');
      await using server = await openServer({ ...stage, data }, []);
      const me = new Visitor(server.origin, { authorization: `Bearer ${server.localToken}` });
      for (const row of rowNames) await me.say((await me.create(modelOf(row))).id, 'Draw.');
      const recorded = await recordedIn(data);
      expect(recorded).toEqual(new Set(Object.values(stage.expected)));
    },
  );
});

describe('what a model of a program makes', { tags: ['p-made-is-kept'] }, () => {
  const baseURL = () => stage.server.baseUrl('gemini');
  const id = modelOf('gemini parts');
  /** Written by hand: no package of that generation is installed here. */
  const second = (base64: string): LanguageModelV2 => ({
    specificationVersion: 'v2',
    provider: 'by-hand',
    modelId: id,
    supportedUrls: {},
    doGenerate: async () => ({
      content: [
        { type: 'text', text: 'Here it is.' },
        { type: 'file', mediaType: 'image/png', data: base64 },
      ],
      finishReason: 'stop',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error('Nobody streams here.')),
  });
  const generations: readonly (readonly [string, () => Exclude<LanguageModel, string>])[] = [
    ['7', () => createGoogle({ baseURL: baseURL(), apiKey: 'k' })(id)],
    ['6', () => createGoogleV3({ baseURL: baseURL(), apiKey: 'k' })(id)],
    ['5', () => second(stage.pictureOf('gemini parts').toString('base64'))],
  ];
  test.each(generations)('with AI SDK %s is in its record', async (generation, open) => {
    const directory = join(stage.folder, `library-${generation}`);
    const server = stage.server.requests;
    await using percept = await openPercept({ directory, roots: [stage.folder] });
    const chat = await percept.session('draws');
    const answer = async (): Promise<string> => {
      const result = await generateText({ model: chat.model(open()), messages: chat.messages() });
      await chat.append(...result.responseMessages);
      return result.text;
    };
    await chat.say('Draw.');
    await answer();
    const files = chat
      .messages()
      .flatMap(({ role, content }) =>
        role === 'assistant' && Array.isArray(content)
          ? content.filter(({ type }) => type === 'file')
          : [],
      );
    expect(files).toHaveLength(1);
    expect(JSON.stringify(files)).toContain(stage.expected['gemini parts']);
    const asked = server.length;
    await chat.say('Go on.');
    await answer();
    if (generation !== '5') expect(server.length).toBe(asked + 1);
  });
});
