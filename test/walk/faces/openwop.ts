// OpenWOP runs: every message is a run of the starter workflow with a real model node, its media stored first and named by URL.
import { readText } from '@percept/core/internal';
import { z } from 'zod';
import { Client } from '../../host/openwop-client.ts';
import type { FaceKind, Told } from '../face.ts';
import { openServer, tenantToken } from './server.ts';

const discovered = z.object({
  aiProviders: z.object({ input: z.object({ maxBytesPerPart: z.number() }) }),
});

export const openwop: FaceKind = {
  name: 'openwop',
  remembers: false,
  isForeign: true,
  called: (index) => `media-${index + 1}`,
  hasFolder: false,
  async open(stage) {
    const lines: string[] = [];
    let server = await openServer(stage, lines);
    const connect = (): Client => new Client(server.origin, server.origin, tenantToken);
    let client = connect();
    let run: string | undefined;
    const uploads: string[] = [];
    const finished = async (id: string): Promise<Told> => {
      const { body } = await client.ended(id);
      const events = await client.events(id);
      return { end: endOf(body['status']), events, usage: usageIn(events), refused: [] };
    };
    return {
      async ask({ text, attach }) {
        const refused: { name: string; words: string }[] = [];
        const media: string[] = [];
        for (const { bytes, name } of attach) {
          const contentBase64 = Buffer.from(bytes).toString('base64');
          const put = await client.post('/v1/host/sample/media/put', { contentBase64 });
          const url = readText(put.body['url']);
          if (put.status === 201 && url !== undefined) {
            media.push(url);
            uploads.push(readText(put.body['upload']) ?? '');
          } else refused.push({ name, words: put.text });
        }
        run = await client.run('percept-ask', { prompt: text, media });
        return { ...(await finished(run)), refused };
      },
      async fork() {
        const forked = await client.post(`/v1/runs/${run}:fork`, { mode: 'branch', fromSeq: 0 });
        if (forked.status !== 201) return { end: 'refused', events: [forked.text], refused: [] };
        run = readText(forked.body['runId']) ?? '';
        return finished(run);
      },
      async forget() {
        for (const upload of uploads.splice(0))
          await client.post('/v1/host/percept/media/forget', { upload });
      },
      cancel: async () => {
        await client.post(`/v1/runs/${run}/cancel`);
      },
      async restart() {
        await server[Symbol.asyncDispose]();
        server = await openServer(stage, lines, server);
        client = connect();
      },
      async advertised() {
        const { body } = await client.get('/.well-known/openwop');
        const { aiProviders } = discovered.parse(body);
        return { maxBytes: aiProviders.input.maxBytesPerPart };
      },
      logs: () => lines.join('\n'),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

const usageEvent = z.object({
  type: z.literal('provider.usage'),
  payload: z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    costEstimateUsd: z.number().optional(),
  }),
});

/** One event for each model that was asked; it says tokens and cost, and no number of requests. */
function usageIn(events: readonly unknown[]): Told['usage'] {
  const billed = events.flatMap((event) => {
    const read = usageEvent.safeParse(event);
    return read.success ? [read.data.payload] : [];
  });
  if (billed.length === 0) return undefined;
  const sum = (figure: (one: (typeof billed)[number]) => number): number =>
    billed.reduce((all, one) => all + figure(one), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: sum(({ costEstimateUsd = 0 }) => costEstimateUsd),
  };
}

function endOf(status: unknown): Told['end'] {
  if (status === 'completed') return 'answered';
  return status === 'cancelled' ? 'cancelled' : 'failed';
}
