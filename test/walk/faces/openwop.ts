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
  // A run calls its media by their number.
  isForeign: true,
  hasFolder: false,
  async open(stage) {
    const lines: string[] = [];
    let server = await openServer(stage, lines);
    const connect = (): Client => new Client(server.origin, server.origin, tenantToken);
    let client = connect();
    let run: string | undefined;
    return {
      async ask({ text, attach }) {
        const refused: { name: string; words: string }[] = [];
        const media: string[] = [];
        for (const { bytes, name } of attach) {
          const contentBase64 = Buffer.from(bytes).toString('base64');
          const put = await client.post('/v1/host/sample/media/put', { contentBase64 });
          const url = readText(put.body['url']);
          if (put.status === 201 && url !== undefined) media.push(url);
          else refused.push({ name, words: put.text });
        }
        run = await client.run('percept-ask', { prompt: text, media });
        const { body } = await client.ended(run);
        const events = await client.events(run);
        return { end: endOf(body['status']), events, refused };
      },
      cancel: async () => {
        await client.post(`/v1/runs/${run}/cancel`);
      },
      async restart() {
        await server[Symbol.asyncDispose]();
        server = await openServer(stage, lines);
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

function endOf(status: unknown): Told['end'] {
  if (status === 'completed') return 'answered';
  return status === 'cancelled' ? 'cancelled' : 'failed';
}
