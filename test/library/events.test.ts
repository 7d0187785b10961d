// One union of events, wherever a program listens: at openPercept, at each part alone, at the gateway, on the channel of the runtime,
// and as spans of OpenTelemetry, whose API is the real one.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { isRecord } from '@percept/core/internal';
import { createGateway, readUpstreams } from '@percept/host';
import {
  createDarkroom,
  defineDescriber,
  openDoor,
  openMemory,
  openPercept,
  unwrap,
  type PerceptEvent,
} from 'percept';
import { startCaptureServer, text, toolCall } from 'percept/conformance';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

interface TraceApi {
  setGlobalTracerProvider(provider: object): boolean;
  disable(): void;
}

/** The copy of `@opentelemetry/api` that an SDK beside us brings: a program and its libraries may have several. */
const trace = ((): TraceApi => {
  const api: unknown = createRequire(import.meta.resolve('@anthropic-ai/sdk'))(
    '@opentelemetry/api',
  );
  const found: unknown = isRecord(api) ? api['trace'] : undefined;
  if (!isTrace(found)) throw new Error('There is no API of OpenTelemetry.');
  return found;
})();

function isTrace(value: unknown): value is TraceApi {
  return isRecord(value) && 'setGlobalTracerProvider' in value && 'disable' in value;
}

let folder: string;
let png: Uint8Array;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-events-'));
  const create = { width: 64, height: 40, channels: 3, background: '#c03020' } as const;
  png = Uint8Array.from(await sharp({ create }).png().toBuffer());
  await writeFile(join(folder, 'red.png'), png);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => trace.disable());

const callsIn = (events: readonly PerceptEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'call-ended' ? [`${event.call} ${event.end}`] : []));

const words = defineDescriber({ name: 'words', version: '1', look: async () => 'A field.' });

/** A conversation with a model that does not see and looks once. */
async function converse(directory: string, onEvent: (event: PerceptEvent) => void): Promise<void> {
  let asked = 0;
  const server = await startCaptureServer({
    script: () => ((asked += 1) === 1 ? toolCall('view', { ref: 'red.png' }) : text('Seen.')),
  });
  try {
    await using percept = await openPercept({
      directory: join(folder, directory),
      roots: [folder],
      eyes: 'none',
      describers: [words],
      onEvent,
    });
    const chat = await percept.session('one');
    await chat.say('What is it?', { attach: [png] });
    const baseURL = server.baseUrl('chat-completions');
    const blind = createOpenAICompatible({ name: 'deepseek', baseURL, apiKey: 'x' })(
      'deepseek-chat',
    );
    const result = await generateText({
      model: chat.model(blind),
      messages: chat.messages(),
      tools: chat.tools(),
      stopWhen: stepCountIs(3),
    });
    await chat.append(...result.responseMessages);
  } finally {
    await server.close();
  }
}

describe('onEvent', { tags: ['d-events'] }, () => {
  test(
    'of openPercept hears every part, what models are shown and who looked',
    { timeout: 240_000 },
    async () => {
      const events: PerceptEvent[] = [];
      await converse('.all', (event) => {
        events.push(event);
        // A listener that fails has missed an event, and nothing else happens.
        throw new Error('The listener fails.');
      });
      const types = new Set(events.map(({ type }) => type));
      expect([...types]).toEqual(
        expect.arrayContaining(['call-ended', 'request-lowered', 'media-described']),
      );
      expect(callsIn(events)).toEqual(
        expect.arrayContaining([
          'chat.say done',
          'door.keep done',
          'memory.put done',
          'memory.append done',
          'tool.run done',
          'chat.append done',
        ]),
      );
      // Figures and names, and nothing of what was said or shown.
      const calls = events.filter(({ type }) => type === 'call-ended');
      expect(JSON.stringify(calls)).not.toMatch(/What is it|base64|red\.png/);
    },
  );

  test('of each part hears what that part did, a refusal with its reason', async () => {
    const events: PerceptEvent[] = [];
    const onEvent = (event: PerceptEvent): void => void events.push(event);
    await using memory = await openMemory({ directory: join(folder, '.parts'), onEvent });
    await using door = openDoor({ store: memory, onEvent });
    await using darkroom = createDarkroom({ onEvent });
    unwrap(await door.ingest(png));
    unwrap(await door.onto(memory).fit(png, { maxEdgePx: 20 }));
    await door.keep(png.subarray(0, 40));
    await darkroom.draw(join(folder, 'none.md'));
    expect(callsIn(events)).toEqual(
      expect.arrayContaining([
        'memory.put done',
        'door.ingest done',
        'door.fit done',
        'door.keep refused',
        'darkroom.draw refused',
      ]),
    );
    const taken = events.find((event) => 'call' in event && event.call === 'door.ingest');
    expect(taken).toMatchObject({
      facts: { input: 'bytes', bytes: png.length, mime: 'image/png' },
    });
    const refused = events.find((event) => 'call' in event && event.call === 'darkroom.draw');
    expect(refused).toMatchObject({
      refusal: { refused: 'absent' },
      durationMs: expect.any(Number),
    });
  });

  test('of the gateway hears every request as it was lowered and how it ended', async () => {
    const provider = await startCaptureServer({ script: () => text('Seen.') });
    const events: PerceptEvent[] = [];
    const upstreams = unwrap(
      readUpstreams({ openai: { baseUrl: provider.baseUrl('chat-completions') } }),
    );
    const gateway = createGateway({ upstreams, onEvent: (event) => events.push(event) });
    const server = createServer((request, response) => void gateway.handle(request, response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-x' },
        body: JSON.stringify({
          model: 'gpt-4.1',
          messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
        }),
      });
      expect(answer.status).toBe(200);
      await answer.text();
      await expect.poll(() => callsIn(events)).toEqual(['gateway.request done']);
      expect(events.map(({ type }) => type)).toContain('request-lowered');
      expect(events.at(-1)).toMatchObject({
        facts: { upstream: 'openai', model: 'gpt-4.1', images: 1, status: 200, end: 'whole' },
      });
      expect(JSON.stringify(events)).not.toContain('sk-x');
    } finally {
      server.close();
      await gateway.close();
      await provider.close();
    }
  });
});

test(
  'the channel percept:event has the same events, for whoever has no hand on the program',
  { tags: ['d-events'], timeout: 240_000 },
  async () => {
    const heard: unknown[] = [];
    const told: PerceptEvent[] = [];
    const listener = (message: unknown): void => void heard.push(message);
    subscribe('percept:event', listener);
    try {
      await converse('.channel', (event) => told.push(event));
    } finally {
      unsubscribe('percept:event', listener);
    }
    expect(told.length).toBeGreaterThan(5);
    for (const event of told) expect(heard).toContainEqual(event);
  },
);

describe('OpenTelemetry', { tags: ['d-events'] }, () => {
  const fail = (): never => {
    throw new Error('a tracer broke');
  };
  const span = { setAttribute: fail, setStatus: fail, end: fail };
  type Work = (given: typeof span) => unknown;
  test.each([
    ['that gives no tracer', { getTracer: fail }],
    ['whose tracer starts nothing', { getTracer: () => ({ startActiveSpan: fail }) }],
    [
      'whose spans take nothing',
      { getTracer: () => ({ startActiveSpan: (_: string, work: Work) => work(span) }) },
    ],
  ])('a provider %s costs its spans, and the work is done once', async (_, provider) => {
    trace.setGlobalTracerProvider(provider);
    const events: PerceptEvent[] = [];
    await using memory = await openMemory({ directory: await mkdtemp(join(folder, 'm-')) });
    await using door = openDoor({ store: memory, onEvent: (event) => events.push(event) });
    expect(await door.ingest(png)).toMatchObject({ ok: true });
    expect(callsIn(events)).toEqual(['door.ingest done']);
  });

  interface Ended {
    readonly name: string;
    readonly attributes: Record<string, unknown>;
    readonly failed: boolean;
  }

  /** A provider as the API wants it, that keeps what has ended. */
  function recorder(): readonly Ended[] {
    const ended: Ended[] = [];
    const startSpan = (name: string) => {
      const attributes: Record<string, unknown> = {};
      let failed = false;
      return {
        setAttribute: (key: string, value: unknown) => void (attributes[key] = value),
        setStatus: ({ code }: { code: number }) => void (failed = code === 2),
        end: () => void ended.push({ name, attributes, failed }),
      };
    };
    const startActiveSpan = <T>(name: string, work: (span: unknown) => T): T =>
      work(startSpan(name));
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });
    return ended;
  }

  test('gets a span for every call where a tracer is registered, and none where there is none', async () => {
    await using memory = await openMemory({ directory: join(folder, '.spans') });
    await using door = openDoor({ store: memory });
    unwrap(await door.ingest(png));
    const spans = recorder();
    unwrap(await door.ingest(png));
    await door.keep(png.subarray(0, 40));
    const names = spans.map(({ name }) => name);
    expect(names.filter((name) => name === 'percept door.ingest')).toHaveLength(1);
    expect(names).toContain('percept memory.put');
    expect(spans.find(({ name }) => name === 'percept door.ingest')).toMatchObject({
      attributes: { 'percept.input': 'bytes', 'percept.mime': 'image/png' },
      failed: false,
    });
    expect(spans.find(({ name }) => name === 'percept door.keep')).toMatchObject({
      attributes: { 'percept.refused': 'corrupt' },
      failed: true,
    });
  });
});
