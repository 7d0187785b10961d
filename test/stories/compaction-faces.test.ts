// A summary as the faces tell it, with the real programs: what was kept stands in the notice, the request for the summary stands
// on the bill of its turn by model, and a look at what was kept brings the same bytes back.
import { text, type CapturedRequest, type Reply } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openStage as openAgentStage } from '../acp/agent-process.ts';
import { connectV1 } from '../acp/v1-client.ts';
import { bytesOf, imagesOf, square, textsOf } from '../bridge/stage.ts';
import { openProcessStage } from '../host/serve-stage.ts';
import { obey } from './obedient.ts';

const slow = { timeout: 240_000 };

/** Every answer says that the context is nearly full. */
function fullScript(request: CapturedRequest): Reply {
  if (request.raw.includes('You summarise'))
    return billed(text('They talked.'), { inputTokens: 500, outputTokens: 10, cachedTokens: 0 });
  return billed(obey(request), { inputTokens: 90_000, outputTokens: 10, cachedTokens: 0 });
}

function billed(
  reply: Reply,
  usage: { inputTokens: number; outputTokens: number; cachedTokens: number },
): Reply {
  return reply.kind === 'text' ? { ...reply, usage } : reply;
}

/** The bill of the turn that began with a summary. */
const bill = {
  requests: 2,
  inputTokens: 90_500,
  outputTokens: 20,
  models: [
    { model: 'seeing', purpose: 'summary', requests: 1, inputTokens: 500, costUsd: 0.000_52 },
    { model: 'seeing', purpose: 'answer', requests: 1, inputTokens: 90_000, costUsd: 0.090_02 },
  ],
};

const notice = /older turns? (was|were) summarised to make room\. Still at hand when asked for: /;
const isSummary = ({ raw }: CapturedRequest) => raw.includes('You summarise');

test(
  'over ACP, in a process of its own',
  { ...slow, tags: ['d-compaction-keeps', 'd-one-bill'] },
  async () => {
    await using stage = await openAgentStage(fullScript);
    const client = await connectV1(stage.start(), { notices: true });
    const { sessionId } = await client.agent.request('session/new', {
      cwd: stage.root,
      mcpServers: [],
    });
    const data = (await square('#e10007')).toString('base64');
    const say = async (
      ...prompt: readonly (
        | { type: 'text'; text: string }
        | { type: 'image'; mimeType: string; data: string }
      )[]
    ) => {
      client.clear();
      const before = stage.server.requests.length;
      const ended = await client.agent.request('session/prompt', {
        sessionId,
        prompt: [...prompt],
      });
      return {
        ended,
        got: stage.server.requests.slice(before),
        told: JSON.stringify(client.updates),
      };
    };
    await say(
      { type: 'text', text: 'Keep to it.' },
      { type: 'image', mimeType: 'image/png', data },
    );
    const was = imagesOf(stage.server.requests[0]).map(bytesOf);
    expect(was).toHaveLength(1);
    await say({ type: 'text', text: 'two' });
    const third = await say({ type: 'text', text: 'three' });
    expect(third.got.map(isSummary)).toEqual([true, false]);
    expect(third.told).toMatch(notice);
    expect(third.ended).toMatchObject({ _meta: { percept: { usage: bill } } });
    expect(third.told).toContain('"amount":0.27');
    const words = textsOf(third.got.at(-1)).join('\n');
    const name = /view (attachment:[^ ]+) for all of it/.exec(words)?.[1] ?? '';
    expect(imagesOf(third.got.at(-1))).toEqual([]);
    const looked = await say({ type: 'text', text: `CALL view {"ref":"${name}"}` });
    expect(imagesOf(looked.got.at(-1)).map(bytesOf)).toEqual(was);
    client.close();
  },
);

test(
  'on the web API, in a process of its own',
  { ...slow, tags: ['d-compaction-keeps', 'd-one-bill'] },
  async () => {
    await using stage = await openProcessStage(fullScript);
    const { visitor } = await stage.start();
    const { id } = await visitor.create();
    const { upload } = await visitor.uploaded(await square('#e10008'), 'shot.png');
    await visitor.say(id, 'Keep to it.', [upload]);
    const was = imagesOf(stage.server.requests[0]).map(bytesOf);
    expect(was).toHaveLength(1);
    await visitor.say(id, 'two');
    const before = stage.server.requests.length;
    const view = await visitor.say(id, 'three');
    const got = stage.server.requests.slice(before);
    expect(got.map(isSummary)).toEqual([true, false]);
    expect(JSON.stringify(view)).toMatch(notice);
    expect(view.turns.at(-1)).toMatchObject({ usage: bill });
    expect(view).toMatchObject({ costUsd: expect.closeTo(0.27058, 8) });
    await visitor.say(id, 'CALL view {"ref":"attachment:shot.png"}');
    expect(imagesOf(stage.server.requests.at(-1)).map(bytesOf)).toEqual(was);
  },
);
