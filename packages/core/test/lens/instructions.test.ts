// Pictures where a wire has no slot for them, or one that is easily overlooked: among instructions, and inside of documents.
import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { lowerRequest, type LensWire } from '../../src/lens/index.ts';
import { judge } from '../../src/testing/index.ts';
import { withSystem, writers, type Item } from './history.ts';
import { base64, pdf, png } from './pictures.ts';

const data = base64(png(64, 48, 3));
const other = base64(png(40, 30, 4));
const items: readonly Item[] = [
  { kind: 'text', text: 'Be kind.' },
  { kind: 'image', data, mime: 'image/png' },
  { kind: 'image', data: other, mime: 'image/jpeg' },
];
const asked = [{ kind: 'user', items: [{ kind: 'text', text: 'hi' }] }] as const;

type Body = Readonly<Record<string, unknown>>;

interface Target {
  readonly name: string;
  readonly wire: LensWire;
  readonly provider: string;
  readonly model: string;
  /** What this API has beside the wire's own fields. */
  readonly extra?: Body;
}

const claude = 'anthropic.claude-opus-4';
const targets: readonly Target[] = [
  { name: 'Chat Completions', wire: 'chat-completions', provider: 'openai.chat', model: 'gpt-5' },
  { name: 'Responses', wire: 'responses', provider: 'openai.responses', model: 'gpt-5' },
  { name: 'Messages', wire: 'anthropic-messages', provider: 'anthropic', model: 'claude-opus-4' },
  { name: 'Gemini', wire: 'gemini', provider: 'google', model: 'gemini-2.5-pro' },
  { name: 'Converse', wire: 'bedrock-converse', provider: 'amazon-bedrock', model: claude },
  {
    name: 'InvokeModel with Claude',
    wire: 'anthropic-messages',
    provider: 'amazon-bedrock',
    model: claude,
    extra: { anthropic_version: 'bedrock-2023-05-31' },
  },
  {
    name: 'InvokeModel with Nova',
    wire: 'bedrock-converse',
    provider: 'amazon-bedrock',
    model: 'amazon.nova-pro-v1:0',
    extra: { schemaVersion: 'messages-v1' },
  },
];

describe('pictures among instructions', () => {
  test.each(targets)(
    'on $name open the conversation, once, and nothing of ours stays behind',
    { tags: ['p-pixels-or-words', 'd-lens-idempotent'] },
    async ({ wire, provider, model, extra = {} }) => {
      const profile = resolveProfile({ provider, model, wire });
      const body = { ...extra, ...withSystem[wire](writers[wire](asked), items) };
      const lowered = await lowerRequest({ wire, body, profile });
      const { findings, images } = judge({ wire, body: lowered.body, profile });
      expect(findings).toEqual([]);
      expect(images.map(({ data: bytes }) => Buffer.from(bytes).toString('base64'))).toEqual([
        data,
        other,
      ]);
      const spelled = JSON.stringify(lowered.body);
      expect(spelled.indexOf(data)).toBeLessThan(spelled.lastIndexOf('"hi"'));
      expect(spelled).toContain('Be kind.');
      expect(spelled).not.toContain('percept');
      expect(lowered.body).toMatchObject(extra);
      const again = await lowerRequest({ wire, body: lowered.body, profile });
      expect(again.body).toBe(lowered.body);
    },
  );

  test.each(targets)(
    'on $name are told to a model that does not see',
    async ({ wire, provider, model }) => {
      const seeing = resolveProfile({ provider, model, wire });
      const profile = { ...seeing, image: { ...seeing.image, types: [] } };
      const body = withSystem[wire](writers[wire](asked), items);
      const lowered = await lowerRequest({ wire, body, profile });
      expect(judge({ wire, body: lowered.body, profile })).toMatchObject({
        findings: [],
        images: [],
      });
      expect(JSON.stringify(lowered.body).match(/not shown to this model/g)).toHaveLength(2);
    },
  );
});

const text = (words: string) => ({ type: 'text', text: words });
const image = (bytes: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data: bytes },
});
const ofBlocks = (...content: readonly object[]) => ({
  type: 'document',
  title: 'plan',
  source: { type: 'content', content },
});
const inUser = (...content: readonly object[]) => ({ messages: [{ role: 'user', content }] });
const inResult = (...content: readonly object[]) => ({
  messages: [
    { role: 'user', content: 'look' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'view', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
  ],
});

describe('a document of blocks', () => {
  const wire = 'anthropic-messages';
  const profile = resolveProfile({ provider: 'anthropic', model: 'claude-opus-4', wire });
  const lower = async (body: Body) => {
    const lowered = await lowerRequest({ wire, body, profile });
    const again = await lowerRequest({ wire, body: lowered.body, profile });
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(lowered.body));
    return { ...lowered, ...judge({ wire, body: lowered.body, profile }) };
  };

  for (const [where, put] of [
    ['of a user', inUser],
    ['in a result', inResult],
  ] as const) {
    test(`${where} stays as it is where its pictures are in order`, async () => {
      const file = { type: 'base64', media_type: 'application/pdf', data: base64(pdf) };
      const body = put(
        ofBlocks(text('one'), image(data), text('two')),
        { type: 'document', source: file },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
        { type: 'document', source: { type: 'content', content: 'words' } },
      );
      const lowered = await lower(body);
      expect(lowered.body).toBe(body);
      expect(lowered.images).toHaveLength(1);
    });

    test(`${where} is taken apart where one of them would be refused, and nothing is lost`, async () => {
      const lowered = await lower(
        put(ofBlocks(text('one'), image(data), image(other, 'image/gif'), text('two'))),
      );
      expect(lowered.findings).toEqual([]);
      expect(
        lowered.images.map(({ data: bytes }) => Buffer.from(bytes).toString('base64')),
      ).toEqual([data, other]);
      expect(JSON.stringify(lowered.body)).toMatch(/plan.*one.*two/);
    });

    test(`${where} tells what is damaged in it`, async () => {
      const lowered = await lower(put(ofBlocks(image(data.slice(0, 80)), text('two'))));
      expect([lowered.findings, lowered.images]).toEqual([[], []]);
      expect(JSON.stringify(lowered.body)).toContain('the data is damaged');
    });

    test(`${where} that holds something unknown is nobody’s to change`, async () => {
      const body = put(ofBlocks({ type: 'chart', data: 1 }, image(other, 'image/gif')));
      expect((await lowerRequest({ wire, body, profile })).body).toBe(body);
    });
  }
});
