// One call of a tool: permitted where somebody has to be asked, run, recorded, and only then told. A call that cannot run is
// answered all the same.
import type { Json, Refusal } from '@percept/core';
import type { LoopEvent } from './event.ts';
import type { SessionLog } from './log.ts';
import { pathsIn } from './paths.ts';
import type { PermitRequest } from './permit.ts';
import { cancelled, noTool, notPermitted } from './refusals.ts';
import { resultEntry } from './repair.ts';
import type { Called } from './step.ts';
import { failed, type LoopTool, type ToolAnswer } from './toolbox.ts';

export interface CallContext {
  readonly log: SessionLog;
  readonly tools: readonly LoopTool[];
  readonly signal: AbortSignal;
  readonly permit: (request: PermitRequest) => Promise<boolean>;
}

/** The refusal is of the record: without it the turn cannot go on. */
export async function* runCall(
  { part, input }: Called,
  context: CallContext,
): AsyncGenerator<LoopEvent, Refusal | undefined> {
  const { callId, tool } = part;
  const paths = pathsIn(part);
  yield { type: 'tool-called', callId, tool, input: part.input, paths };
  const answer = await answerOf(tool, part.input, input, context);
  const kept = await context.log.append(resultEntry(part, answer.outcome, answer.content));
  if (!kept.ok) return kept.refusal;
  yield { type: 'tool-answered', callId, tool, ...answer, paths };
  return undefined;
}

async function answerOf(
  tool: string,
  shown: Json,
  input: unknown,
  { tools, signal, permit }: CallContext,
): Promise<ToolAnswer> {
  if (signal.aborted) return failed(cancelled);
  const found = tools.find(({ name }) => name === tool);
  if (!found) return failed(noTool(tool));
  if (found.serverName !== undefined) {
    const request = { kind: 'server-call', server: found.serverName, tool, input: shown } as const;
    if (!(await permit(request))) return failed(signal.aborted ? cancelled : notPermitted);
  }
  return found.run(input, { signal });
}
