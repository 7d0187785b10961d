// Each request of a run begins with the bytes of the one before it, so that caches hold and bound thinking stays valid.

import { wrapLanguageModel } from 'ai';
import { prefixStable, text, toolCall } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models, type Model, type ModelCase } from './models.ts';
import { drawPalette, drawQuadrants } from './quadrants.ts';
import { imageOnly } from './spellings.ts';
import { runView, type Ran, type Wrap } from './view-run.ts';
import { loadPercept } from './with-percept.ts';

const paths = ['a.png', 'b.png', 'c.png'];
let pictures: readonly Buffer[];
const logged = globalThis.AI_SDK_LOG_WARNINGS;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  pictures = await Promise.all(paths.map((_, index) => drawQuadrants(drawPalette(index))));
});
afterAll(() => {
  globalThis.AI_SDK_LOG_WARNINGS = logged;
});

/** Three views, one after the other, and a word. */
function walk(model: ModelCase, wrap: Wrap): Promise<Ran> {
  return runView({
    model,
    wrap,
    script: [...paths.map((path) => toolCall('view', { path })), text('Done.')],
    output: (path) => imageOnly('file', pictures[paths.indexOf(path)] ?? Buffer.alloc(0)),
  });
}

function breaks(model: ModelCase, { requests }: Ran): readonly unknown[] {
  return requests.slice(1).flatMap((request, index) => {
    const { ok, broken } = prefixStable(model.wire, requests[index]?.raw, request.raw);
    return ok ? [] : [broken];
  });
}

/** What a sliding window does: only the newest tool result keeps its content. */
function sliding(model: Model): Model {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: ({ params }) => {
        const newest = params.prompt.findLastIndex(({ role }) => role === 'tool');
        const prompt = params.prompt.map((message, index) => {
          if (message.role !== 'tool' || index === newest) return message;
          const content = message.content.map((part) =>
            part.type === 'tool-result'
              ? { ...part, output: { type: 'text' as const, value: '[elided]' } }
              : part,
          );
          return { ...message, content };
        });
        return Promise.resolve({ ...params, prompt });
      },
    },
  });
}

describe('the prefix of consecutive requests', () => {
  test('breaks under a sliding window', async () => {
    for (const model of models.filter(({ name }) => /^(anthropic|openai) 4/.test(name)))
      expect(breaks(model, await walk(model, sliding))).not.toEqual([]);
  });

  for (const model of models)
    test(
      `is stable on ${model.name} with Percept`,
      { tags: ['d-lens-equal-prefix', 'f-wires-render-stable'] },
      async () => {
        const ran = await walk(model, await loadPercept());
        expect(ran.requests).toHaveLength(4);
        expect(breaks(model, ran)).toEqual([]);
      },
    );
});
