// The independent judge of a captured request. It reads the body as the provider would, shares no code with the lens that
// made the body, and names every fault with its place.
import { anything, bound, checkFields, maybe, oneOf, text } from '../options.ts';
import { profileRule } from '../profile/rules.ts';
import { inside, parseJson, readText } from '../parse/read.ts';
import type { Wire } from '../profile/placement.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { profileOfSent } from '../profile/resolve.ts';
import { judgeMedia } from './media-rules.ts';
import { rootOf } from './place.ts';
import { judgeText } from './text-rules.ts';
import type { Trace } from './trace.ts';
import { judgeTurns } from './turn-rules.ts';
import { finding, judgedWires, type Finding, type JudgedWire, type Verdict } from './verdict.ts';
import { readAnthropic } from './wires/anthropic.ts';
import { readBedrock } from './wires/bedrock.ts';
import { readChat } from './wires/chat.ts';
import { readGemini } from './wires/gemini.ts';
import { readResponses } from './wires/responses.ts';

export interface Case {
  readonly wire: JudgedWire;
  /** The request body: parsed, or as it was sent. */
  readonly body: unknown;
  /** Whose limits apply. Without it, the wire and the model's name decide. */
  readonly profile?: ModelProfile;
  /** For wires whose body does not name the model (Gemini, Bedrock). */
  readonly model?: string;
  /** How many images must arrive in legal slots. */
  readonly expectImages?: number;
}

/**
 * Whether a captured request is one that its provider takes and its model can see.
 *
 * @example const { ok, findings } = judge({ wire: 'chat-completions', body: captured.body, expectImages: 1 });
 */
export function judge(captured: Case): Verdict {
  checkFields('judge', captured, {
    wire: oneOf(judgedWires),
    body: anything,
    profile: maybe(profileRule),
    model: maybe(text),
    expectImages: maybe(bound),
  });
  const { wire, body: given, profile: own, model, expectImages } = captured;
  const body = typeof given === 'string' ? parseJson(given) : given;
  const trace = read[wire](body);
  if (!trace) {
    const wrong = finding('not-a-request', '', `The body is not a request of ${wire}.`);
    return { ok: false, findings: [wrong], images: [], files: [], calls: [] };
  }
  const profile = own ?? profileFor(wire, model ?? readModel(body));
  const media = judgeMedia(trace, wire, profile);
  const turns = judgeTurns(trace, wire);
  const findings = [
    ...turns.findings,
    ...media.findings,
    ...judgeText(rootOf(body), media.slots),
    ...weight(given, body, profile),
    ...count(media.images.filter(({ legal }) => legal).length, expectImages),
  ];
  const { images, files } = media;
  return { ok: findings.length === 0, findings, images, files, calls: turns.calls };
}

const read: Readonly<Record<JudgedWire, (body: unknown) => Trace | undefined>> = {
  'chat-completions': readChat,
  'mistral-chat': readChat,
  responses: readResponses,
  'anthropic-messages': readAnthropic,
  gemini: readGemini,
  'bedrock-converse': readBedrock,
};

function readModel(body: unknown): string {
  return readText(inside(body, 'model')) ?? '';
}

const providers: Readonly<Record<JudgedWire, string>> = {
  'chat-completions': 'compatible.chat',
  'mistral-chat': 'mistral.chat',
  responses: 'openai.responses',
  'anthropic-messages': 'anthropic.messages',
  gemini: 'google.generative-ai',
  'bedrock-converse': 'amazon-bedrock',
};

function profileFor(wire: JudgedWire, model: string): ModelProfile {
  const spoken: Wire = wire === 'mistral-chat' ? 'chat-completions' : wire;
  return profileOfSent({ provider: providers[wire], model, wire: spoken });
}

function weight(given: unknown, body: unknown, profile: ModelProfile): readonly Finding[] {
  const text = typeof given === 'string' ? given : JSON.stringify(body);
  const bytes = new TextEncoder().encode(text).length;
  const { maxBytes } = profile.request;
  if (bytes <= maxBytes) return [];
  return [finding('request-too-large', '', `${bytes} bytes; ${profile.id} takes ${maxBytes}.`)];
}

function count(actual: number, expected: number | undefined): readonly Finding[] {
  if (expected === undefined || actual === expected) return [];
  return [finding('image-count', '', `${actual} native images; ${expected} expected.`)];
}
