// Histories that a provider refuses, sent through the gateway on every wire: what arrives is what the oracle lets pass.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  judge,
  startCaptureServer,
  text,
  type CaptureServer,
  type JudgedWire,
} from 'percept/conformance';
import { badRequests, bodyOf } from '../../packages/core/test/oracle-bad.ts';
import { seeing } from '../wires/seeing.ts';
import { startGateway, type Stage } from './gateway-stage.ts';

const timeout = 240_000;

type Spoken = Exclude<JudgedWire, 'bedrock-converse'>;

/** With models whose limits are the narrowest of their wire. */
const spoken: Readonly<Record<Spoken, { readonly path: string; readonly model: string }>> = {
  'chat-completions': { path: '/v1/chat/completions', model: 'gpt-4o' },
  'mistral-chat': { path: '/v1/chat/completions', model: 'mistral-large-latest' },
  responses: { path: '/v1/responses', model: 'gpt-5.4' },
  'anthropic-messages': { path: '/v1/messages', model: 'claude-opus-4-8' },
  gemini: { path: '/v1beta/models/gemini-3-pro:generateContent', model: 'gemini-3-pro' },
};

let server: CaptureServer;
let stage: Stage;
let mistral: Stage;
beforeAll(async () => {
  // It refuses what the providers refuse.
  server = await startCaptureServer({
    script: (request) =>
      seeing()(request, 1).catch(() => text('It is not a picture of quadrants.')),
  });
  stage = await startGateway({
    openai: { baseUrl: server.baseUrl('chat-completions') },
    anthropic: { baseUrl: server.baseUrl('anthropic-messages') },
    gemini: { baseUrl: server.baseUrl('gemini') },
  });
  mistral = await startGateway({ openai: { baseUrl: server.baseUrl('mistral-chat') } });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await mistral[Symbol.asyncDispose]();
  await server.close();
});

function isSpoken(wire: JudgedWire): wire is Spoken {
  return wire !== 'bedrock-converse';
}

describe('a poisoned history', () => {
  // Limits of one named profile are the lens's own tests; here the model in the body decides.
  for (const bad of badRequests.filter(
    (one) => one.rule !== 'not-a-request' && one.rule !== 'image-count' && !one.profile,
  ))
    for (const wire of bad.wires.filter(isSpoken))
      test(
        `with ${bad.what} arrives on ${wire} ${bad.stays ? 'as it was' : 'as one that its provider takes'}`,
        { tags: ['f-wires-poisoned-repaired', 'p-no-poison'], timeout },
        async () => {
          const { path, model } = spoken[wire];
          const poisoned = { ...Object(bodyOf(bad, wire)), ...(wire !== 'gemini' && { model }) };
          const before = judge({ wire, body: poisoned, model });
          expect(before.findings.map(({ rule }) => rule)).toContain(bad.rule);
          const own = wire === 'mistral-chat' ? mistral : stage;
          const sent = JSON.stringify(poisoned);
          const answer = await fetch(`${own.origin}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: sent,
          });
          const raw = server.requests.at(-1)?.raw ?? '';
          if (bad.stays) {
            expect(raw).toBe(sent);
            return;
          }
          expect(answer.status).toBe(200);
          expect(judge({ wire, body: raw, model }).findings).toEqual([]);
          expect(answer.headers.get('x-percept-gateway')).toBe('healed');
        },
      );
});
