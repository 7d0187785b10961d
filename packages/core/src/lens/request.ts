// The front door for people with their own HTTP client: a request body in, the same request as its model can take it out.
import { anything, checkOptions, finite, maybe, oneOf, signal } from '../options.ts';
import { profileRule } from '../profile/rules.ts';
import { lensRules } from './rules.ts';
import { isRecord, type Fields } from '../parse/read.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import {
  blindResultsIn,
  fillResults,
  resultsWith,
  type BlindResult,
  type Look,
} from './blind-results.ts';
import { bedrockConverse } from './bedrock-converse/index.ts';
import { chatCompletions } from './chat-completions/index.ts';
import { gemini } from './gemini/index.ts';
import type { Lens, LensWire } from './lens.ts';
import { lowerWith, type LensOptions, type Lowered } from './lower.ts';
import { responses } from './responses/index.ts';
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

/** Every media slot of a body, smuggled ones included. */
export function readSlots(wire: LensWire, body: unknown): readonly Slot[] {
  const lens = lenses[wire];
  const opened = isRecord(body) ? lens.open(body) : undefined;
  if (!opened) return [];
  return survey(
    opened.messages,
    opened.messages.map((message) => lens.read(message)),
    lens,
    opened.continued,
  ).slots;
}

/** Every result of a body whose call names a picture or a document, and which has no pixels. */
export function findBlindResults(wire: LensWire, body: unknown): readonly BlindResult[] {
  const lens = lenses[wire];
  const opened = isRecord(body) ? lens.open(body) : undefined;
  return opened ? blindResultsIn(lens, opened.messages, opened.continued) : [];
}

/** Results without media that say `mark`, for `fillBlindResults`. */
export function findMarkedResults(
  wire: LensWire,
  body: unknown,
  mark: string,
): readonly BlindResult[] {
  const lens = lenses[wire];
  const opened = isRecord(body) ? lens.open(body) : undefined;
  return opened ? resultsWith(lens, opened.messages, mark) : [];
}

/** The body with what was seen in the results that were blind; the body itself where nothing was. */
export function fillBlindResults(
  wire: LensWire,
  body: Fields,
  looks: ReadonlyMap<BlindResult, Look>,
): Fields {
  const lens = lenses[wire];
  const opened = looks.size === 0 ? undefined : lens.open(body);
  return opened ? lens.close(body, fillResults(lens, opened.messages, looks)) : body;
}
