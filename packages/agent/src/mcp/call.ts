// From `tools/call` to a result. Whatever is asked and whatever happens inside, the client gets an answer that a model can
// read; a protocol error means only that there is no such tool.
import { accept, refuse, type Outcome } from '@percept/core';
import { isBlobId, isRecord, overLimit, readText, type Limiter } from '@percept/core/internal';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { askRoots, type Era } from './client-roots.ts';
import type { McpLimits } from './limits.ts';
import { startProgress } from './progress.ts';
import { refusalResult } from './result.ts';
import { effectiveRoots, type Place, type RootsRequest } from './roots.ts';
import type { McpSetup } from './setup.ts';
import type { CallParts } from './perceive-call.ts';

export interface ServedContext {
  readonly setup: McpSetup;
  readonly limits: McpLimits;
  readonly limiter: Limiter;
  readonly trust: RootsRequest['trust'];
  readonly era: Era;
}

type Answer = CallToolResult | InputRequiredResult;
type Work = (input: unknown, parts: CallParts) => Promise<Outcome<CallToolResult>>;

export async function callTool(
  served: ServedContext,
  { name, arguments: input = {} }: { readonly name: string; readonly arguments?: unknown },
  context: ServerContext,
): Promise<Answer> {
  const work = await workOf(served, name);
  if (!work) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
  using progress = startProgress(context, served.limits.progressEveryMs);
  try {
    const objection = objectTo(input, served.limits);
    if (objection) return refusalResult(objection);
    const { signal } = context.mcpReq;
    // Outside of the limiter: a client that is slow to answer holds nobody up but itself.
    const placed = await placeFor(served, input, context);
    if (!placed.ok) return refusalResult(placed.refusal);
    if (placed.value.kind === 'ask') return placed.value.result;
    const { place } = placed.value;
    const { setup, limits, limiter } = served;
    const answer = await limiter.run(() => {
      progress.say('opening');
      return work(input, { setup, limits, place, signal, onProgress: progress.say });
    }, signal);
    return answer.ok ? answer.value : refusalResult(answer.refusal);
  } catch (error) {
    // A bug or a broken machine. The caller still gets words; the details are for whoever runs the server.
    served.setup.report?.(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refusalResult(broken);
  }
}

async function workOf({ setup }: ServedContext, name: string): Promise<Work | undefined> {
  const { describer, makers } = setup;
  const hearing = name === 'listen' ? await setup.hearing?.() : undefined;
  if (name === 'view')
    return async (...call) => (await import('./perceive-call.ts')).callView(...call);
  if (hearing)
    return async (input, parts) => {
      const { callListen } = await import('./perceive-call.ts');
      return callListen(input, hearing, parts);
    };
  if (
    (name === 'draw' && makers?.image?.isConsented) ||
    (name === 'say' && makers?.speech?.isConsented)
  )
    return async (...call) => (await import('./make-call.ts')).callMake(name, ...call);
  if (name !== 'describe' || !describer) return undefined;
  return async (input, parts) => {
    const { callDescribe } = await import('./perceive-call.ts');
    return callDescribe(input, await describer(), parts);
  };
}

type Placed =
  | { readonly kind: 'known'; readonly place: Place }
  | { readonly kind: 'ask'; readonly result: InputRequiredResult };

/** Stored media is in no folder, so nobody is asked for roots. */
async function placeFor(
  { setup, limits, trust, era }: ServedContext,
  input: unknown,
  context: ServerContext,
): Promise<Outcome<Placed>> {
  const { cwd, roots: allowed } = setup;
  const ref = isRecord(input) ? (readText(input['ref']) ?? readText(input['from'])) : undefined;
  if (ref === undefined || ref.startsWith('media:') || isBlobId(ref))
    return accept({ kind: 'known', place: { roots: [], cwd } });
  const told = await askRoots(context, era, limits);
  if (!told.ok) return told;
  if (told.value.kind === 'ask') return accept(told.value);
  const place = await effectiveRoots({ client: told.value.roots, allowed, cwd, trust });
  return place.roots.length > 0 ? accept({ kind: 'known', place }) : refuse(nowhere);
}

function objectTo(input: unknown, { maxQuestionChars }: McpLimits) {
  const question = isRecord(input) ? readText(input['question']) : undefined;
  if (question === undefined || question.length <= maxQuestionChars) return undefined;
  return overLimit('maxQuestionChars', maxQuestionChars, question.length, 'Ask in fewer words.');
}

const nowhere = {
  refused: 'forbidden',
  message: 'There is no folder here that may be read.',
  hint: 'Start the server with --root DIR, open a folder in the client, or name stored media as media:sha256-….',
} as const;

const broken = {
  refused: 'worker-failed',
  message: 'Something inside Percept failed; the server goes on.',
  hint: 'Try again, or look at the log of the server.',
} as const;
