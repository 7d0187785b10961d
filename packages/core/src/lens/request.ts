// The front door for people with their own HTTP client: a request body in, the same request as its model can take it out.
import { anything, checkOptions, finite, maybe, oneOf, signal } from '../options.ts';
import { profileRule } from '../profile/rules.ts';
import { lensRules } from './rules.ts';
import { isRecord, type Fields } from '../parse/read.ts';
import { anthropicMessages } from './anthropic-messages/lens.ts';
import {
  blindResultsIn,
  fillResults,
  resultsWith,
  type BlindResult,
  type Look,
} from './blind-results.ts';
import { bedrockConverse } from './bedrock-converse/lens.ts';
import { chatCompletions } from './chat-completions/lens.ts';
import { gemini } from './gemini/lens.ts';
import type { Lens, LensWire } from './lens.ts';
import { lowerWith, type LensOptions, type Lowered } from './lower.ts';
import { responses } from './responses/lens.ts';
import { survey, type Slot } from './survey.ts';

const lenses: Readonly<Record<LensWire, Lens>> = {
  'chat-completions': chatCompletions,
  responses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'bedrock-converse': bedrockConverse,
};

export interface LowerRequest extends LensOptions {
  readonly wire: LensWire;
  /** The parsed request body. It is never changed. */
  readonly body: unknown;
}

/**
 * Lowers one request body to what its wire and model can carry.
 *
 * @example
 * const { body, report } = await lowerRequest({
 *   wire: 'chat-completions',
 *   body: request,
 *   profile: resolveProfile({ provider: 'openai.chat', model: request.model }),
 * });
 */
export async function lowerRequest(request: LowerRequest): Promise<Lowered> {
  const { wire, body, ...options } = checkOptions('lowerRequest', request, {
    ...lensRules,
    profile: profileRule,
    thinking: maybe(oneOf(['kept', 'removed'])),
    signal: maybe(signal),
    nowMs: maybe(finite),
    wire: oneOf(Object.keys(lenses)),
    body: anything,
  });
  return lowerWith(lenses[wire], isRecord(body) ? body : {}, options);
}

/** The lens of the wire, and the messages that it finds in this body. */
function opened(wire: LensWire, body: unknown) {
  const lens = lenses[wire];
  const found = isRecord(body) ? lens.open(body) : undefined;
  return { lens, messages: found?.messages ?? [], continued: found?.continued ?? false };
}

/** Every media slot of a body, smuggled ones included. */
export function readSlots(wire: LensWire, body: unknown): readonly Slot[] {
  const { lens, messages, continued } = opened(wire, body);
  const views = messages.map((message) => lens.read(message));
  return survey(messages, views, lens, continued).slots;
}

/** Every result of a body whose call names a picture or a document, and which has no pixels. */
export function findBlindResults(wire: LensWire, body: unknown): readonly BlindResult[] {
  const { lens, messages, continued } = opened(wire, body);
  return blindResultsIn(lens, messages, continued);
}

/** Results without media that say `mark`, for `fillBlindResults`. */
export function findMarkedResults(
  wire: LensWire,
  body: unknown,
  mark: string,
): readonly BlindResult[] {
  const { lens, messages } = opened(wire, body);
  return resultsWith(lens, messages, mark);
}

/** The body with what was seen in the results that were blind; the body itself where nothing was. */
export function fillBlindResults(
  wire: LensWire,
  body: Fields,
  looks: ReadonlyMap<BlindResult, Look>,
): Fields {
  const { lens, messages } = opened(wire, body);
  if (looks.size === 0 || messages.length === 0) return body;
  return lens.close(body, fillResults(lens, messages, looks));
}
