// A real agent from the registry that shapes its picture in a way which its provider does not take. Its own tool looks at
// the picture; the server decodes what arrives in a legal place and names the colours, or refuses as the provider does.
import { isRecord } from '@percept/core/internal';
import {
  judge,
  startCaptureServer,
  toolCall,
  type CapturedRequest,
  type CaptureServer,
  type JudgedWire,
  type Reply,
  type Rule,
} from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { seeing } from '../wires/seeing.ts';
import { startGateway } from './gateway-stage.ts';
import { askQwen, type QwenRun } from './qwen-process.ts';

const timeout = 300_000;
const apiKey = 'sk-qwen-client-0123456789';

interface Situation {
  readonly what: string;
  readonly wire: JudgedWire;
  readonly model: string;
  readonly settings: object;
  readonly broken: Rule;
}

const situations: readonly Situation[] = [
  {
    what: 'a model of the Mistral family, to which it sends a user message straight after a tool message',
    wire: 'mistral-chat',
    model: 'mistral-medium-latest',
    settings: { model: { generationConfig: { modalities: { image: true } } } },
    broken: 'user-after-tool',
  },
  {
    what: 'its setting that leaves pictures in tool messages',
    wire: 'chat-completions',
    model: 'gpt-4o',
    settings: { model: { generationConfig: { splitToolMedia: false } } },
    broken: 'image-slot',
  },
];

/** Asks for the file first, and then answers from what it is shown. */
function script(request: CapturedRequest): Reply | Promise<Reply> {
  const messages: readonly unknown[] =
    isRecord(request.body) && Array.isArray(request.body['messages'])
      ? request.body['messages']
      : [];
  const answered = messages.some((message) => isRecord(message) && message['role'] === 'tool');
  const [, folder] = /(\/[^\s"\\]*percept-qwen-[^\s"\\/]+\/project)/.exec(request.raw) ?? [];
  return answered
    ? seeing()(request, 1)
    : toolCall('read_file', { file_path: `${folder ?? ''}/shot.png` });
}

/** The first request that held the picture. */
function shown({ requests }: CaptureServer): CapturedRequest | undefined {
  return requests.find(({ raw }) => raw.includes('base64,'));
}

describe('Qwen Code', () => {
  for (const [index, { what, wire, model, settings, broken }] of situations.entries())
    test(
      `with ${what}, fails alone and is healed by its base URL`,
      { tags: ['d-gateway-heals'], timeout },
      async () => {
        const colours = drawPalette(41 + index);
        const picture = await drawQuadrants(colours);
        const ask = (baseUrl: string): Promise<QwenRun> =>
          askQwen({ baseUrl, apiKey, model, settings, picture });

        await using alone = await startCaptureServer({ script });
        const without = await ask(alone.baseUrl(wire));
        expect(without.said).not.toContain(colours.join(', '));
        const sent = shown(alone);
        expect(sent).toBeDefined();
        expect(
          judge({ wire, body: sent?.raw, expectImages: 1 }).findings.map(({ rule }) => rule),
        ).toContain(broken);

        await using server = await startCaptureServer({ script });
        await using stage = await startGateway({ openai: { baseUrl: server.baseUrl(wire) } });
        const healed = await ask(`${stage.origin}/v1`);
        expect(healed.said).toContain(colours.join(', '));
        expect(healed.code).toBe(0);
        const arrived = shown(server);
        expect(judge({ wire, body: arrived?.raw, expectImages: 1 }).findings).toEqual([]);
        expect(JSON.stringify(stage.entries)).not.toContain(apiKey);
        expect(stage.entries.some(({ effect }) => effect === 'healed')).toBe(true);
      },
    );
});
