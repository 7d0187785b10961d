// Calls that have something made: image generation and speech synthesis, answered with a URL of this host. A caller's media
// is kept like what it uploads itself, and taken back the same way.
import type { Produced } from '@percept/agent';
import { readText } from '@percept/core/internal';
import { accept, type JsonObject, type Outcome } from '@percept/core';
import { hostCapabilityMissing } from '@percept/core/internal/route';
import { invalid, problem, type Problem } from '@percept/host/internal';
import { json, problemOf } from './answer.ts';
import { imageGeneration, madeFacts, speechSynthesis, type MakeOrder } from './host-making.ts';
import type { Route, SecuredRequest } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import { strayMember } from './run-request.ts';
import { schemas } from './schemas.ts';
import type { StoredMedia } from './stored-media.ts';

export function makingRoutes(parts: RouteParts): readonly Route[] {
  const { making, stored, places, limits } = parts;
  return [
    {
      method: 'post',
      path: '/v1/host/sample/ai/call-image-generator',
      scope: 'ai:call',
      summary: 'Has a picture drawn, or changed, and answers the URL under which it is served.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.drawRequest },
      answers: { 200: { description: 'What was drawn.', schema: schemas.drawn } },
      handle: (asked) =>
        places(asked.caller.tenant, async () => {
          const maker = await making.maker('image');
          if (!maker) return missing(imageGeneration);
          if (strayMember(asked.body, ['prompt', 'from']) !== undefined)
            return invalid('Only `prompt` and `from` are known here.');
          const kept = await keep(asked, stored, (order) => making.draw(maker, order));
          if (!kept.ok) return problemOf(kept.refusal);
          return json(200, { images: [kept.value], contentTrust });
        }),
    },
    {
      method: 'post',
      path: '/v1/host/sample/ai/call-speech-synthesizer',
      scope: 'ai:call',
      summary: 'Has words said aloud (RFC 0105), and answers the URL under which they are served.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.sayRequest },
      answers: { 200: { description: 'What was said.', schema: schemas.spoken } },
      handle: (asked) =>
        places(asked.caller.tenant, async () => {
          const maker = await making.maker('speech');
          if (!maker) return missing(speechSynthesis);
          const voiceId = readText(asked.body['voiceId']);
          if (!voiceId) return invalid('`voiceId` is a voice that the model knows.');
          if (strayMember(asked.body, ['text', 'voiceId']) !== undefined)
            return invalid('Only `text` and `voiceId` are known here.');
          const kept = await keep(asked, stored, (order) => making.say(maker, order));
          if (!kept.ok) return problemOf(kept.refusal);
          return json(200, { audio: { ...kept.value, voiceId }, contentTrust });
        }),
    },
  ];
}

const contentTrust = 'untrusted';

function missing(capability: string): Problem {
  return problem(422, hostCapabilityMissing, 'No model is configured here that makes this.', {
    missing: [capability],
  });
}

async function keep(
  { caller: { tenant }, body, request }: SecuredRequest,
  stored: StoredMedia,
  make: (order: MakeOrder) => Promise<Outcome<Produced>>,
): Promise<Outcome<JsonObject>> {
  // Before it is paid for.
  const room = await stored.hasRoom(tenant);
  if (!room.ok) return room;
  const made = await make({ tenant, fields: body, signal: request.signal });
  if (!made.ok) return made;
  const kept = await stored.keep(tenant, made.value.block);
  if (!kept.ok) return kept;
  return accept({ ...madeFacts(made.value, kept.value.url), upload: kept.value.upload });
}
