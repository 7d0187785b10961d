// Tools of a program's own as the loop calls them. A tool that hangs, throws or answers nonsense is a failed result with our words,
// and one that answers with more than a client's server may is cut where that would be.
import { isJsonObject, waitFor } from '@percept/core/internal';
import { anything, isShape, listOf, maybe, text as textRule } from '@percept/core/internal/options';
import {
  accept,
  PerceptError,
  refuse,
  type EventFacts,
  type Outcome,
  type Refusal,
} from '@percept/core';
import { observed, type Observed } from '@percept/core/internal/observe';
import type { Door, MediaSource } from '@percept/ingest';
import { arrive, inputOf } from '@percept/ingest/internal';
import { clientServerLimits } from '../client-servers/limits.ts';
import { shownMedia } from '../client-servers/result.ts';
import { withoutPayloads } from '../loop/payload.ts';
import { failed, type LoopTool, type ToolAnswer } from '../loop/toolbox.ts';
import type { OwnTool, ToolOutput } from '../tools/define-tool.ts';

interface ToolPlace {
  readonly door: Door;
  /** What paths are relative to. */
  readonly cwd: string;
}

export function ownTools(tools: readonly OwnTool[], place: ToolPlace): readonly LoopTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    run: async (input, { signal }) => {
      if (!isJsonObject(input)) return failed(noObject);
      const said = await inTime(tool, input, signal);
      return said.ok ? answerOf(tool.name, said.value, place, signal) : failed(said.refusal);
    },
  }));
}

/** The same tool, told of when it has answered. */
export function observedTool(tool: LoopTool, onEvent: Observed<ToolAnswer>['onEvent']): LoopTool {
  const facts = { tool: tool.name };
  const result = ({ outcome, content }: ToolAnswer): EventFacts => ({
    outcome,
    media: content.filter(({ type }) => type !== 'text').length,
  });
  return {
    ...tool,
    run: (input, options) =>
      observed('tool.run', () => tool.run(input, options), { onEvent, facts, result }),
  };
}

type Said = Exclude<ToolOutput, string>;

/** The deadline holds whether or not the function listens to its signal. */
async function inTime(
  tool: OwnTool,
  input: Parameters<OwnTool['run']>[0],
  caller: AbortSignal | undefined,
): Promise<Outcome<Said>> {
  const ending = new AbortController();
  const { timeoutMs } = tool;
  const waited = await waitFor(said(tool, input, ending.signal), { timeoutMs, signal: caller });
  if (waited.kind === 'done') return waited.value;
  ending.abort();
  if (waited.kind === 'failed') throw waited.error;
  return refuse(waited.kind === 'timed-out' ? late(tool) : takenBack);
}

async function said(
  tool: OwnTool,
  input: Parameters<OwnTool['run']>[0],
  signal: AbortSignal,
): Promise<Outcome<Said>> {
  try {
    const output: unknown = await tool.run(input, { signal });
    if (typeof output === 'string') return accept({ text: output });
    const hasSaid = isSaid(output) && (output.text ?? output.media) !== undefined;
    return hasSaid ? accept(output) : refuse(nonsense(tool.name));
  } catch (error) {
    return refuse(error instanceof PerceptError ? error.refusal : broken(tool.name));
  }
}

const isSaid = isShape<Said>({ text: maybe(textRule), media: maybe(listOf(anything)) });

async function answerOf(
  name: string,
  { text, media = [] }: Said,
  place: ToolPlace,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  const { maxTextCharsPerResult, maxMediaPerResult } = clientServerLimits;
  const content: ToolAnswer['content'][number][] = [];
  if (text !== undefined && text !== '') {
    const words = withoutPayloads(text);
    content.push({ type: 'text', text: words.slice(0, maxTextCharsPerResult) });
    const over = words.length - maxTextCharsPerResult;
    if (over > 0)
      content.push({ type: 'text', text: `[${over} further characters were left out]` });
  }
  for (const source of media.slice(0, maxMediaPerResult))
    content.push(...(await shown(name, source, place, signal)));
  const left = media.length - maxMediaPerResult;
  if (left > 0) content.push({ type: 'text', text: `[${left} further media were left out]` });
  if (content.length === 0) content.push({ type: 'text', text: '[the tool returned nothing]' });
  return { outcome: 'succeeded', content };
}

async function shown(
  name: string,
  source: MediaSource,
  { door, cwd }: ToolPlace,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer['content']> {
  const refused = ({ message, hint }: Refusal): ToolAnswer['content'] => [
    { type: 'text', text: `[media of ${name} was not taken: ${message} ${hint}]` },
  ];
  try {
    const arrived = await arrive(inputOf(name, source, cwd), {
      maxBytes: door.limits.maxSourceBytes,
      signal,
      inspect: () => accept(undefined),
    });
    if (!arrived.ok) return refused(arrived.refusal);
    const input = { kind: 'bytes', bytes: arrived.value.bytes } as const;
    const taken = await shownMedia(input, { tool: name, door, signal, expect: 'media' });
    return taken.ok ? taken.value : refused(taken.refusal);
  } catch (error) {
    if (error instanceof TypeError) return refused(nonsense(name));
    throw error;
  }
}

const noObject: Refusal = {
  refused: 'invalid-input',
  message: 'The arguments of this call are no object.',
  hint: 'Send an object as the schema of the tool says.',
};

const takenBack: Refusal = {
  refused: 'cancelled',
  message: 'The call was taken back.',
  hint: 'Call the tool again.',
};

function late({ name, timeoutMs }: OwnTool): Refusal {
  return {
    refused: 'timed-out',
    message: `The tool ${name} did not answer within ${timeoutMs} ms.`,
    hint: 'Ask it for less, or go on without it.',
  };
}

function broken(name: string): Refusal {
  return {
    refused: 'unavailable',
    message: `The tool ${name} failed.`,
    hint: 'Try other arguments, or go on without it.',
  };
}

function nonsense(name: string): Refusal {
  return {
    refused: 'unavailable',
    message: `The tool ${name} answered with something else than words and media.`,
    hint: 'Go on without it, and tell the person.',
  };
}
