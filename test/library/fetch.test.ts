// A `fetch` for SDKs that are no AI SDK: the vendors' own packages with nothing changed but that, and tools that any loop can call.
// Judged from outside: what arrived at the provider, what the program holds, what another process finds.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { defineDescriber, openPercept, type PerceptEvent, type PlainTool } from 'percept';
import {
  failure,
  judge,
  startCaptureServer,
  text,
  toolCall,
  type CapturedRequest,
  type CaptureServer,
  type Reply,
} from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unless } from '../needs.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { seeing } from '../wires/seeing.ts';

const apiKey = 'sk-unused-0123456789';
const question = 'Which colours are in shot.png?';
const words = defineDescriber({ name: 'words', version: '1', look: async () => 'Four fields.' });

let folder: string;
let picture: Buffer;
let colours: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-fetch-'));
  const palette = drawPalette(Date.now() % 100_000);
  colours = palette.join(', ');
  picture = await drawQuadrants(palette);
  await writeFile(join(folder, 'shot.png'), picture);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const directory = (): string => join(folder, `.percept-${(count += 1)}`);
const open = (onEvent: (event: PerceptEvent) => void = () => undefined, at = directory()) =>
  openPercept({ directory: at, roots: [folder], eyes: 'none', describers: [words], onEvent });

/** Asks for a look first, and then says what it sees. */
function looking(): (request: CapturedRequest) => Promise<Reply> {
  let asked = 0;
  return async (request) =>
    (asked += 1) === 1 ? toolCall('view', { ref: 'shot.png' }) : seeing()(request, 1);
}

async function served(
  script: (request: CapturedRequest) => Reply | Promise<Reply>,
): Promise<CaptureServer & AsyncDisposable> {
  const server = await startCaptureServer({ script });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

function toolNamed(tools: readonly PlainTool[], name: string): PlainTool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

type Loop = (
  base: string,
  send: typeof fetch,
  tools: readonly PlainTool[],
) => Promise<{ readonly said: string; readonly history: unknown }>;

const chatLoop =
  (stream: boolean): Loop =>
  async (baseURL, send, tools) => {
    const client = new OpenAI({ apiKey, baseURL, fetch: send, maxRetries: 0 });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
    const asked = {
      model: 'gpt-4.1',
      messages,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function' as const,
        function: { name, description, parameters: { ...inputSchema } },
      })),
    };
    const first = await client.chat.completions.create(asked);
    const message = first.choices[0]?.message;
    if (!message) throw new Error('Nothing was said.');
    messages.push(message);
    for (const call of message.tool_calls ?? [])
      if (call.type === 'function')
        messages.push({
          role: 'tool',
          tool_call_id: call.id,
          content: await toolNamed(tools, call.function.name).run(call.function.arguments),
        });
    if (!stream) {
      const last = await client.chat.completions.create(asked);
      return { said: last.choices[0]?.message.content ?? '', history: messages };
    }
    const parts: string[] = [];
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
      parts.push(chunk.choices[0]?.delta.content ?? '');
    return { said: parts.join(''), history: messages };
  };

const responsesLoop: Loop = async (baseURL, send, tools) => {
  const client = new OpenAI({ apiKey, baseURL, fetch: send, maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question }];
  const asked = {
    model: 'gpt-5',
    input,
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function' as const,
      name,
      description,
      parameters: { ...inputSchema },
      strict: false,
    })),
  };
  const first = await client.responses.create(asked);
  for (const item of first.output)
    if (item.type === 'function_call')
      input.push(item, {
        type: 'function_call_output',
        call_id: item.call_id,
        output: await toolNamed(tools, item.name).run(item.arguments),
      });
  return { said: (await client.responses.create(asked)).output_text, history: input };
};

const anthropicLoop: Loop = async (base, send, tools) => {
  const baseURL = base.replace(/\/v1$/, '');
  const client = new Anthropic({ apiKey, baseURL, fetch: send, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  const asked = {
    model: 'claude-sonnet-4-5',
    max_tokens: 500,
    messages,
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' as const },
    })),
  };
  const first = await client.messages.create(asked);
  messages.push({ role: 'assistant', content: first.content });
  for (const block of first.content)
    if (block.type === 'tool_use')
      messages.push({
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: block.id,
            content: await toolNamed(tools, block.name).run(block.input),
          },
        ],
      });
  return { said: await client.messages.stream(asked).finalText(), history: messages };
};

describe('a loop of a program with the tools and the fetch', () => {
  test.each([
    ['openai, Chat Completions', 'chat-completions', chatLoop(false)],
    ['openai, Chat Completions, streamed', 'chat-completions', chatLoop(true)],
    ['openai, Responses', 'responses', responsesLoop],
    ['@anthropic-ai/sdk, streamed', 'anthropic-messages', anthropicLoop],
  ] as const)(
    '%s: the model names the colours',
    { tags: ['p-fetch'], timeout: 240_000 },
    async (_, wire, loop) => {
      await using server = await served(looking());
      const seen: PerceptEvent[] = [];
      await using percept = await open((event) => seen.push(event));
      const { said, history } = await loop(server.baseUrl(wire), percept.fetch, percept.tools());
      expect(said).toBe(colours);
      const { raw = '', model = '' } = server.requests.at(-1) ?? {};
      expect(judge({ wire, body: raw, model, expectImages: 1 }).findings).toEqual([]);
      // What the program keeps names the picture and does not hold it.
      expect(JSON.stringify(history).length).toBeLessThan(4000);
      expect(seen).toContainEqual(expect.objectContaining({ type: 'request-lowered' }));
    },
  );

  test(
    'goes on in another process, from its own history alone',
    { tags: ['p-fetch'], timeout: 240_000 },
    async () => {
      const at = directory();
      let said: string;
      {
        await using percept = await open(undefined, at);
        said = await toolNamed(percept.tools(), 'view').run({ ref: 'shot.png' });
      }
      await using server = await served((request) => seeing()(request, 1));
      const ask = async (send: typeof fetch): Promise<string> => {
        const client = new OpenAI({
          apiKey,
          baseURL: server.baseUrl('chat-completions'),
          fetch: send,
          maxRetries: 0,
        });
        const call = { id: 'call_12345678', type: 'function' as const };
        const last = await client.chat.completions.create({
          model: 'gpt-4.1',
          messages: [
            { role: 'user', content: question },
            {
              role: 'assistant',
              tool_calls: [{ ...call, function: { name: 'view', arguments: '{}' } }],
            },
            { role: 'tool', tool_call_id: call.id, content: said },
          ],
        });
        return last.choices[0]?.message.content ?? '';
      };
      await using again = await open(undefined, at);
      expect(await ask(again.fetch)).toBe(colours);
      // Somebody else's memory knows nothing of it, and shows nothing.
      await using other = await open();
      expect(await ask(other.fetch)).toBe('I see no image.');
    },
  );
});

describe('a request', () => {
  const user = (data: string): OpenAI.ChatCompletionMessageParam[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: question },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      ],
    },
  ];

  test('to a model that does not see carries words', { tags: ['p-fetch'] }, async () => {
    await using server = await served(() => text('Seen.'));
    await using percept = await open();
    const client = new OpenAI({
      apiKey,
      baseURL: server.baseUrl('chat-completions'),
      fetch: percept.fetch,
    });
    const messages = user(picture.toString('base64'));
    await client.chat.completions.create({ model: 'gpt-3.5-turbo', messages });
    const { raw = '' } = server.requests.at(-1) ?? {};
    expect(raw).toContain('Four fields.');
    expect(raw).not.toContain('base64');
    const seeingOne = new OpenAI({
      apiKey,
      baseURL: server.baseUrl('chat-completions'),
      fetch: percept.fetchWith({
        models: [{ model: 'gpt-3.5*', capabilities: ['vision-input'] }],
      }),
    });
    await seeingOne.chat.completions.create({ model: 'gpt-3.5-turbo', messages });
    expect(server.requests.at(-1)?.raw).toContain('base64');
  });

  test(
    'that is refused over its picture is sent once more without it',
    { tags: ['p-fetch'] },
    async () => {
      const refused = failure(400, 'Could not process image');
      await using server = await served(({ raw }) =>
        raw.includes('base64') ? refused : text('I did not see it.'),
      );
      await using percept = await open();
      const client = new OpenAI({
        apiKey,
        baseURL: server.baseUrl('chat-completions'),
        fetch: percept.fetch,
        maxRetries: 0,
      });
      const said = await client.chat.completions.create({
        model: 'gpt-4.1',
        messages: user(picture.toString('base64')),
      });
      expect(said.choices[0]?.message.content).toBe('I did not see it.');
      expect(server.requests).toHaveLength(2);
    },
  );

  test(
    'that is refused in the first piece of a stream is sent once more without it',
    { tags: ['p-fetch'] },
    async () => {
      await using percept = await open();
      const sent: string[] = [];
      const send = percept.fetchWith({
        fetch: async (_, init) => {
          const body = await new Response(init?.body).text();
          const isRefused = sent.push(body) === 1;
          const said = isRefused ? '{"error":{"message":"Could not process image"}}' : '[DONE]';
          return new Response(`data: ${said}\n\n`, {
            headers: { 'content-type': 'text/event-stream' },
          });
        },
      });
      const answer = await send('https://api.openai.com/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({
          model: 'gpt-4.1',
          stream: true,
          messages: user(picture.toString('base64')),
        }),
      });
      expect(await answer.text()).toBe('data: [DONE]\n\n');
      expect(sent.map((body) => body.includes('base64'))).toEqual([true, false]);
    },
  );

  test(
    'keeps its first answer where the second try finds no provider, and says what was thrown at the first',
    { tags: ['p-fetch'] },
    async () => {
      await using percept = await open();
      const body = JSON.stringify({
        model: 'gpt-4.1',
        messages: user(picture.toString('base64')),
      });
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' };
      const asking = { method: 'POST', headers, body };
      const gone = new TypeError('the line is cut');
      let tries = 0;
      const keys: (string | null)[] = [];
      const cut = percept.fetchWith({
        fetch: async (_, init) => {
          tries += 1;
          keys.push(new Headers(init?.headers).get('idempotency-key'));
          if (tries > 1) throw gone;
          return new Response('{"error":{"message":"Could not process image"}}', { status: 400 });
        },
      });
      const answer = await cut('https://api.openai.com/v1/chat/completions', asking);
      expect([answer.status, tries]).toEqual([400, 2]);
      // Another body is another request, and a key stands for one.
      expect(keys).toEqual(['k1', null]);
      expect(await answer.text()).toContain('Could not process image');
      await expect(cut('https://api.openai.com/v1/chat/completions', asking)).rejects.toBe(gone);
    },
  );

  test(
    'that the lens does not read is handed on as it was given',
    { tags: ['p-fetch'] },
    async () => {
      const heard: (readonly unknown[])[] = [];
      await using percept = await open();
      const send = percept.fetchWith({
        fetch: async (...given) => {
          heard.push(given);
          return new Response('{}');
        },
      });
      const init = { method: 'POST', body: new FormData() };
      await send('https://api.openai.com/v1/files', init);
      expect(heard).toEqual([['https://api.openai.com/v1/files', init]]);
      expect(heard[0]?.[1]).toBe(init);
      const body = '{ "model": "gpt-4.1",  "messages": [{"role":"user","content":"\\u00e9 1.0"}] }';
      await send(
        new Request('https://api.openai.com/v1/chat/completions', { method: 'POST', body }),
      );
      const sent = heard[1]?.[1];
      expect(new TextDecoder().decode(bodyOf(sent))).toBe(body);
    },
  );

  test('that its program ends is ended at the provider', { tags: ['p-fetch'] }, async () => {
    const started = Promise.withResolvers<void>();
    await using percept = await open();
    const send = percept.fetchWith({
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('It was ended.')));
          started.resolve();
        }),
    });
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'gpt-4.1', messages: user(picture.toString('base64')) });
    const asked = send('https://api.openai.com/v1/chat/completions', {
      method: 'POST',
      body,
      signal: leaving.signal,
    });
    await started.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow('It was ended.');
  });
});

function bodyOf(init: unknown): Uint8Array {
  if (typeof init !== 'object' || init === null || !('body' in init)) return new Uint8Array();
  return init.body instanceof Uint8Array ? init.body : new Uint8Array();
}

test(
  'what could not be loaded is tried anew, and does not keep the rest from being closed',
  unless(process.platform === 'win32' ? 'there is no ulimit here' : undefined),
  async () => {
    const program = new URL('without-files.ts', import.meta.url).pathname;
    const limited = 'ulimit -n 256 && exec "$0" --no-warnings "$1" "$2"';
    const args = ['-c', limited, process.execPath, program, directory()];
    const { stdout } = await promisify(execFile)('/bin/sh', args, { timeout: 60_000 });
    const { without, later } = JSON.parse(stdout);
    const refused = expect.stringContaining('EMFILE');
    expect(without).toEqual([refused, refused]);
    expect(later).toEqual(['answered', 'open']);
  },
);
