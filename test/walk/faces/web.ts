// The web API, as the page uses it: uploads, turns, events, over HTTP to the whole server. A restart closes the server and
// opens another one on the same folder.
import { createHash } from 'node:crypto';
import type { EditedTurn, SessionEvent, SessionView, Sighting } from '@percept/contract';
import { Visitor } from '../../host/serve-visitor.ts';
import type { Face, FaceKind, Message, Told } from '../face.ts';
import { readEnd } from './read-told.ts';
import { openServer, type WalkServer } from './server.ts';

const visit = ({ origin, localToken }: WalkServer): Visitor =>
  new Visitor(origin, { authorization: `Bearer ${localToken}` });

export const web: FaceKind = {
  name: 'web',
  remembers: true,
  async open(stage) {
    const lines: string[] = [];
    let server = await openServer(stage, lines);
    let visitor = visit(server);
    let { id } = await visitor.create();
    let turn = 0;
    const follow = async (start: () => Promise<{ status: number; body: unknown }>) => {
      const { cursor } = await visitor.session(id);
      const started = await start();
      if (started.status !== 202)
        return { end: 'refused', events: [started.body], refused: [] } as const;
      const events: SessionEvent[] = [];
      for await (const { event } of visitor.events(id, cursor)) {
        events.push(event);
        if (event.type === 'permission-asked') {
          const { id: question, digest } = event.permission;
          const path = `/api/sessions/${id}/permissions/${question}`;
          await visitor.ask('POST', path, { answer: 'once', digest });
        }
        if (event.type === 'turn-ended') break;
      }
      const view = await visitor.session(id);
      turn = view.turns.at(-1)?.turn ?? turn;
      return toldOf(visitor, events, view);
    };
    const send = async ({ text, attach }: Message, edits?: EditedTurn): Promise<Told> => {
      const uploads: string[] = [];
      const refused: { name: string; words: string }[] = [];
      for (const { bytes, name } of attach) {
        const last = (await visitor.upload(bytes, name)).at(-1);
        if (last?.type === 'done') uploads.push(last.uploaded.upload);
        else refused.push({ name, words: JSON.stringify(last) });
      }
      const body = { text, uploads, ...(edits && { edits }) };
      const told = await follow(() => visitor.ask('POST', `/api/sessions/${id}/turns`, body));
      return { ...told, refused };
    };
    const face: Face = {
      ask: (message) => send(message),
      rewrite: (message, keeps) => send(message, { turn, keeps }),
      async branch() {
        const made = await visitor.ask<SessionView>('POST', `/api/sessions/${id}/fork`, { turn });
        ({ id } = made.body);
      },
      again: () =>
        follow(() =>
          visitor.ask('POST', `/api/sessions/${id}/turns`, {
            text: '',
            uploads: [],
            again: turn,
          }),
        ),
      async switchModel(model) {
        await visitor.ask('POST', `/api/sessions/${id}/model`, { model });
      },
      async cancel() {
        await visitor.ask('POST', `/api/sessions/${id}/cancel`);
      },
      async restart() {
        await server[Symbol.asyncDispose]();
        server = await openServer(stage, lines, server);
        visitor = visit(server);
      },
      async advertised() {
        const { limits } = await visitor.status();
        return { maxBytes: limits.maxBytesPerFile, maxImages: limits.maxImagesPerMessage };
      },
      logs: () => lines.join('\n'),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
    return face;
  },
};

async function toldOf(
  visitor: Visitor,
  events: readonly SessionEvent[],
  view: SessionView,
): Promise<Told> {
  const last = events.at(-1);
  const ended = last?.type === 'turn-ended' ? last : undefined;
  const sightings = events.flatMap((event) =>
    event.type === 'media-shown' ? [event.sighting] : [],
  );
  const shown = await Promise.all(sightings.map((sighting) => sentOf(visitor, sighting)));
  const newest = view.turns.at(-1);
  return {
    end: readEnd(ended?.end),
    events: [...events, ...(newest ? [newest] : [])],
    usage: ended?.usage,
    refused: [],
    shown,
  };
}

async function sentOf(visitor: Visitor, { slots }: Sighting): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const { sent, place } of slots) {
    if (!sent || place === 'words') continue;
    const url = new URL(sent.url, visitor.origin);
    const response = await fetch(url, { headers: visitor.headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    hashes.push(createHash('sha256').update(bytes).digest('hex'));
  }
  return hashes;
}
