// The calls of one step: permitted where somebody has to be asked, run, recorded in their order, and only then told. Calls that
// only read run beside each other; whatever may change something runs alone. A call that cannot run is answered all the same.
import { isJson } from '@percept/core/internal';
import { type Json, type Refusal } from '@percept/core';
import type { MediaKind } from '@percept/core/internal/route';
import { callPermission, type Permission } from '@percept/core/internal/permission';
import type { LoopEvent } from './event.ts';
import type { SessionLog } from './log.ts';
import { cancelled, changedTool, noTool, notPermitted } from './refusals.ts';
import { resultEntry } from './repair.ts';
import { pathsIn, tellResult } from './replay.ts';
import type { Called } from './draft.ts';
import { failed, type LoopTool, type ToolAnswer } from './toolbox.ts';

export interface CallContext {
  readonly log: SessionLog;
  /** As they are at this moment: a server may have changed its own meanwhile. */
  readonly tools: () => readonly LoopTool[];
  readonly signal: AbortSignal;
  readonly permit: (permission: Permission, callId: string) => Promise<boolean>;
  /** Why this kind cannot be shown to the model that speaks now. */
  readonly missingRoute: (kind: MediaKind) => Refusal | undefined;
}

/** The refusal is of the record: without it the turn cannot go on. */
export async function* runCalls(
  calls: readonly Called[],
  context: CallContext,
): AsyncGenerator<LoopEvent, Refusal | undefined> {
  for (const group of groupsOf(calls, context)) {
    for (const { part } of group) {
      const { callId, tool, input } = part;
      yield { type: 'tool-called', callId, tool, input, paths: pathsIn(part) };
    }
    const answers = group.map(async (called) => routed(await answerOf(called, context), context));
    for (const [at, { part }] of group.entries()) {
      const answer = await answers[at];
      if (!answer) continue;
      const kept = await context.log.append(resultEntry(part, answer.outcome, answer.content));
      if (!kept.ok) {
        await Promise.allSettled(answers);
        return kept.refusal;
      }
      const { callId, tool } = part;
      const { outcome, content } = answer;
      yield* tellResult({ type: 'tool-result', callId, tool, outcome, content }, pathsIn(part));
    }
  }
  return undefined;
}

/** Neighbours that only read are one group. */
function groupsOf(calls: readonly Called[], { tools }: CallContext): readonly Called[][] {
  const known = tools();
  // A tool of a server is asked about, and one question stands at a time.
  const reads = ({ part }: Called): boolean => {
    const tool = find(known, part.tool);
    return tool?.readsOnly === true && tool.serverName === undefined;
  };
  const groups: Called[][] = [];
  let open: Called[] | undefined;
  for (const called of calls) {
    if (!reads(called)) {
      open = undefined;
      groups.push([called]);
    } else if (open) open.push(called);
    else groups.push((open = [called]));
  }
  return groups;
}

async function answerOf({ part, input }: Called, context: CallContext): Promise<ToolAnswer> {
  const { tools, signal } = context;
  const { callId, tool } = part;
  if (signal.aborted) return failed(cancelled);
  const there = tools();
  const found = find(there, tool);
  if (!found) return failed(noTool(tool, there));
  if (found.serverName === undefined) return found.run(input, { signal, callId });
  // What is shown is what is sent: the input itself, and not what the record keeps of it.
  const sent: Json = isJson(input) ? structuredClone(input) : {};
  const asked = permissionFor(found, sent);
  if (!asked.ok) return failed(asked.refusal);
  if (!(await context.permit(asked.value, callId)))
    return failed(signal.aborted ? cancelled : notPermitted);
  const now = find(tools(), tool);
  const still = now && permissionFor(now, sent);
  if (!now || !still?.ok || still.value.digest !== asked.value.digest) return failed(changedTool);
  return now.run(sent, { signal, callId });
}

/** What has no route is kept, and stands there as words: a request that held it would fail. */
function routed({ outcome, content }: ToolAnswer, { missingRoute }: CallContext): ToolAnswer {
  return {
    outcome,
    content: content.map((item) => {
      const missing = item.type === 'text' ? undefined : missingRoute(item.type);
      if (!missing || item.type === 'text') return item;
      const { message, hint } = missing;
      const text = `[${item.type} ${item.mime}, kept as ${item.sha256} and not shown. ${message} ${hint}]`;
      return { type: 'text', text };
    }),
  };
}

function find(tools: readonly LoopTool[], name: string): LoopTool | undefined {
  return tools.find((tool) => tool.name === name);
}

function permissionFor({ name, serverName = '', identity = '' }: LoopTool, input: Json) {
  return callPermission({ server: serverName, tool: name, input, identity });
}
