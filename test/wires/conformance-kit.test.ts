// The example of docs/conformance-kit.md, word for word, so that the page cannot be wrong.

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// example begins
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, tool } from 'ai';
import { judge, startCaptureServer, text, toolCall } from 'percept/conformance';
import { z } from 'zod';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function findings(api: 'chat' | 'responses') {
  await using server = await startCaptureServer({
    script: [toolCall('view', { path: 'dot.png' }), text('A dot.')],
  });
  const wire = api === 'chat' ? 'chat-completions' : 'responses';
  const openai = createOpenAI({ baseURL: server.baseUrl(wire), apiKey: 'unused' });
  const view = tool({
    inputSchema: z.object({ path: z.string() }),
    execute: () => png,
    toModelOutput: ({ output }) => ({
      type: 'content',
      value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: output } }],
    }),
  });
  await generateText({
    model: openai[api]('gpt-5.4'),
    tools: { view },
    prompt: 'What is in dot.png?',
    stopWhen: isStepCount(2),
  });
  const [, afterView] = server.requests;
  return judge({ wire, body: afterView?.raw, expectImages: 1 }).findings.map(({ rule }) => rule);
}

test('a picture from a tool reaches the model on Responses', async () => {
  expect(await findings('responses')).toEqual([]);
});

test('and arrives as text on Chat Completions', async () => {
  expect(await findings('chat')).toEqual(['base64-in-text', 'image-count']);
});
// example ends

test(
  'the page shows this example',
  { tags: ['f-wires-capture-server', 'f-wires-oracle'] },
  async () => {
    const [source, page] = await Promise.all(
      ['conformance-kit.test.ts', '../../docs/conformance-kit.md'].map((path) =>
        readFile(new URL(path, import.meta.url), 'utf8'),
      ),
    );
    const example = /\/\/ example begins\n([\s\S]*)\/\/ example ends/.exec(source ?? '')?.[1];
    expect(page).toContain(`import { expect, test } from 'vitest';\n${example}`);
  },
);
