// A wire that nobody has heard of, spelled in its own way, becomes a lens of a few lines: no block and no rule changes.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../src/parse/read.ts';
import { commonProfile } from '../../src/index.ts';
import { chatCompletions } from '../../src/lens/chat-completions/lens.ts';
import { lowerWith } from '../../src/lens/lower.ts';
import { type Lens } from '../../src/lens/index.ts';
import { expect, test } from 'vitest';
import { base64, png } from './pictures.ts';

const pngBase64 = base64(png(64, 48));

type Fields = Readonly<Record<string, unknown>>;

/** Letters instead of messages; `from` instead of `role`; everything inside as Chat Completions has it. */
const letters: Lens = {
  ...chatCompletions,
  open: ({ letters: all }) =>
    Array.isArray(all) ? { messages: all, continued: false } : undefined,
  close: (body, messages) => ({ ...body, letters: messages }),
  read: (letter) => chatCompletions.read(isRecord(letter) ? toMessage(letter) : letter),
  write: (letter, plan) => toLetter(chatCompletions.write(toMessage(letter), plan)),
  rename: (letter, part, id) => toLetter(chatCompletions.rename(toMessage(letter), part, id)),
  user: (parts) => toLetter(chatCompletions.user(parts)),
  assistant: (text) => toLetter(chatCompletions.assistant(text)),
  resultMessages: (results) => chatCompletions.resultMessages(results).map(toLetter),
};

function toMessage({ from, ...rest }: Fields): Fields {
  return { role: from, ...rest };
}
function toLetter({ role, ...rest }: Fields): Fields {
  return { from: role, ...rest };
}

test('a new wire is one new lens', { tags: ['s002-new-provider-no-ir-change'] }, async () => {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${pngBase64}` } };
  const body = {
    postage: 'paid',
    letters: [
      { from: 'user', content: 'Look at chart.png.' },
      {
        from: 'assistant',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'view', arguments: '{"ref":"chart.png"}' },
          },
        ],
      },
      { from: 'tool', tool_call_id: 'c1', content: [picture] },
    ],
  };
  const { body: lowered } = await lowerWith(letters, body, { profile: commonProfile });
  const sent = JSON.stringify(lowered);
  expect(lowered).toMatchObject({ postage: 'paid' });
  expect(lowered['letters']).toMatchObject([
    { from: 'user' },
    { from: 'assistant' },
    { from: 'tool', content: expect.any(String) },
    { from: 'user' },
  ]);
  expect(sent.split(pngBase64)).toHaveLength(2);
});

test(
  'only the writer of a wire knows how that wire spells a picture',
  { tags: ['s002-adapters-own-wire'] },
  () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const spelled = globSync('*/src/**/*.ts', { cwd: root }).filter((file) =>
      /image_url|input_image|inlineData|inline_data|media_type/.test(
        readFileSync(root + file, 'utf8'),
      ),
    );
    const aside = /^core\/src\/testing\/|^percept\/src\/conformance\//;
    const named = spelled.filter((file) => !aside.test(file));
    expect(named.toSorted()).toEqual([
      // Readers of what a model answered, and a search for media in bodies.
      'agent/src/loop/media-in-json.ts',
      'agent/src/loop/raw-media.ts',
      'core/src/lens/anthropic-messages/lens.ts',
      'core/src/lens/chat-completions/lens.ts',
      'core/src/lens/gemini/lens.ts',
      'core/src/lens/responses/lens.ts',
      // One reader for every spelling that was ever seen, and the words of providers' errors.
      'core/src/lens/spelling.ts',
      'core/src/recovery/fault.ts',
      'host/src/http/json-body.ts',
    ]);
  },
);
