// `percept ingest`: one input through the door, or several as one message.
import { admitToMessage, bytesText, messageLimits, printable } from '@percept/core/internal';
import {
  estimateImageTokens,
  fitTarget,
  parseSessionId,
  type JsonObject,
  type ModelProfile,
  type Outcome,
  type Refusal,
  type SessionId,
} from '@percept/core';
import {
  openDoor,
  type Admitted,
  type Door,
  type IngestRequest,
  type Isolation,
} from '@percept/ingest';
import type { Memory } from '@percept/store';
import { acceptOf } from '../cli/accept.ts';
import {
  orRefuse,
  RefusalError,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { mediaText } from '../cli/figures.ts';
import { inputOf } from '../cli/input.ts';
import { profileNames, readProfile } from '../cli/profile.ts';
import { openWorkspace } from '../cli/workspace.ts';
import { maxInputsAtOnce } from '../limits.ts';

export const ingest: Command = {
  help: `usage: percept ingest FILE|URL|DATA-URL|- [MORE …] [options]
       percept ingest --clipboard [options]

Takes pictures, sound and documents in: validated, fitted to the model, stored once.
"-" reads standard input. A URL is fetched only from public hosts.

options
  --clipboard      the picture, or the files, that were copied
  --profile NAME   fit to this model family (default: 5 MiB, 1568 px)
                   ${profileNames()}
  --session ID     also write it into this session's record, which keeps it from gc
  --expect KIND    image: refuse what is not a picture · file: store any bytes as they are
  --json           { sha256, mime, width, height, bytes, original: { … }, steps, warnings,
                   isolation: bwrap, rlimit or wasm, where a picture was decoded }
  --data DIR       where the store is`,
  options: {
    clipboard: { type: 'boolean' },
    profile: { type: 'string' },
    session: { type: 'string' },
    expect: { type: 'string' },
  },
  run: async (invocation) => {
    const plan = readPlan(invocation);
    if (plan.inputs.length > maxInputs) throw new RefusalError(tooMany(plan));
    await using memory = await openWorkspace(invocation);
    await using door = openDoor({ store: memory, accept: acceptOf(invocation.environment) });
    const outcomes = await take(door, plan, invocation);
    return await answer(outcomes, plan, memory, await isolationOf(door, outcomes));
  },
};

/** One call is one message. */
const maxInputs = messageLimits.maxImagesPerMessage;

interface Plan {
  readonly inputs: readonly string[];
  readonly clipboard: boolean;
  readonly profile: ModelProfile | undefined;
  readonly session: SessionId | undefined;
  /** Left to the door where nothing is asked: `shot.png` is then expected to be a picture. */
  readonly expect: 'media' | 'image' | 'file' | undefined;
}

function readPlan({ args, flags }: Invocation): Plan {
  const clipboard = flags.on('clipboard');
  if (clipboard === args.length > 0)
    throw new UsageError(
      clipboard
        ? 'Either --clipboard or names, not both.'
        : 'Name a file, a URL or "-", or use --clipboard.',
    );
  const expect = flags.text('expect');
  if (expect !== undefined && expect !== 'media' && expect !== 'image' && expect !== 'file')
    throw new UsageError('--expect is media, image or file.');
  return {
    inputs: args,
    clipboard,
    profile: readProfile(flags),
    session: readSession(flags.text('session')),
    expect,
  };
}

function readSession(text: string | undefined): SessionId | undefined {
  if (text === undefined) return undefined;
  const id = parseSessionId(text);
  if (!id.ok) throw new UsageError(`--session: ${id.refusal.hint}`);
  return id.value;
}

type Taken = readonly { readonly name: string; readonly outcome: Outcome<Admitted> }[];

async function take(door: Door, plan: Plan, invocation: Invocation): Promise<Taken> {
  const { environment, signal, progress } = invocation;
  const requestFor = (name: string): IngestRequest => ({
    signal,
    expect: plan.expect,
    ...(plan.profile && { target: fitTarget(plan.profile, plan.inputs.length) }),
    onProgress: ({ readBytes, totalBytes }) =>
      progress(
        `${printable(name)}: ${bytesText(readBytes)}${totalBytes === undefined ? '' : ` of ${bytesText(totalBytes)}`}`,
      ),
    onStage: (stage) => progress(`${printable(name)}: ${stage}`),
  });
  if (plan.clipboard) {
    const { platform, variables, workingDirectory } = environment;
    const place = { platform, env: variables, cwd: workingDirectory };
    const copied = orRefuse(await door.ingestClipboard(place, requestFor('clipboard')));
    return copied.map((outcome) => ({ name: 'clipboard', outcome }));
  }
  const taken: { name: string; outcome: Outcome<Admitted> }[] = [];
  for (let start = 0; start < plan.inputs.length; start += maxInputsAtOnce) {
    const some = plan.inputs.slice(start, start + maxInputsAtOnce).map(async (name) => ({
      name,
      outcome: await door.ingest(inputOf(name, environment), requestFor(name)),
    }));
    taken.push(...(await Promise.all(some)));
  }
  return taken;
}

function tooMany({ inputs }: Plan): Refusal {
  return {
    refused: 'too-many',
    message: `${inputs.length} inputs were named, and one message holds at most ${maxInputs}.`,
    hint: 'Call it several times with fewer inputs; nothing was read.',
    limit: { name: 'maxImagesPerMessage', max: maxInputs, actual: inputs.length },
  };
}

/** Where the pictures were decoded; undefined when none was. */
async function isolationOf(door: Door, taken: Taken): Promise<Isolation['tier'] | undefined> {
  const isDecoded = taken.some(({ outcome }) => outcome.ok && outcome.value.block.type === 'image');
  if (!isDecoded) return undefined;
  const isolation = await door.isolation();
  return isolation.ok ? isolation.value.tier : undefined;
}

async function answer(
  taken: Taken,
  plan: Plan,
  memory: Memory,
  isolation: Isolation['tier'] | undefined,
): Promise<Answer> {
  const blocks = taken.flatMap(({ outcome }) => (outcome.ok ? [outcome.value.block] : []));
  orRefuse(admitToMessage(blocks));
  await record(memory, plan.session, taken);
  const decodedIn: JsonObject = isolation === undefined ? {} : { isolation };
  const [only] = taken;
  if (only && taken.length === 1) {
    const admitted = orRefuse(only.outcome);
    return said(
      { ...factsOf(admitted, plan.profile), ...decodedIn },
      lineOf(only.name, admitted, plan.profile),
    );
  }
  const items = taken.map(({ name, outcome }): JsonObject => {
    if (outcome.ok) return { name, ...factsOf(outcome.value, plan.profile) };
    const { refused, message, hint } = outcome.refusal;
    return { name, refused, message, hint };
  });
  const firstRefused = taken.find(({ outcome }) => !outcome.ok)?.outcome;
  const text = taken
    .map(({ name, outcome }) =>
      outcome.ok
        ? lineOf(name, outcome.value, plan.profile)
        : `${printable(name)}\n  refused (${outcome.refusal.refused}): ${outcome.refusal.message}\n  ${outcome.refusal.hint}`,
    )
    .join('\n');
  if (!firstRefused || firstRefused.ok) return said({ items, ...decodedIn }, text);
  return { kind: 'refused', refusal: firstRefused.refusal, details: { items, ...decodedIn }, text };
}

async function record(memory: Memory, session: SessionId | undefined, taken: Taken): Promise<void> {
  if (session === undefined) return;
  orRefuse(await memory.sessions.open({ id: session }));
  for (const { outcome } of taken) {
    if (!outcome.ok) continue;
    const { block } = outcome.value;
    orRefuse(await memory.sessions.append(session, { type: 'media-ingested', block }));
  }
}

function factsOf(
  { block, original, steps, warnings }: Admitted,
  profile: ModelProfile | undefined,
): JsonObject {
  const tokens = tokensOf(block, profile);
  return {
    type: block.type,
    sha256: block.sha256,
    mime: block.mime,
    ...(block.type === 'image' && { width: block.width, height: block.height }),
    bytes: block.bytes,
    ...(block.type === 'audio' &&
      block.durationMs !== undefined && { durationMs: block.durationMs }),
    original: { ...original },
    steps: [...steps],
    warnings: [...warnings],
    ...(tokens !== undefined && { estimatedTokens: tokens }),
  };
}

function tokensOf(block: Admitted['block'], profile: ModelProfile | undefined): number | undefined {
  return profile && block.type === 'image'
    ? estimateImageTokens(profile.image.tokens, block)
    : undefined;
}

function lineOf(name: string, admitted: Admitted, profile: ModelProfile | undefined): string {
  const { block, original, steps, warnings } = admitted;
  const changed = block.sha256 !== original.sha256;
  const [before, after] = [mediaText(original), mediaText(block)];
  const tokens = tokensOf(block, profile);
  return [
    printable(name),
    `  ${before}${changed ? ` → ${after}` : ', as it is'}`,
    ...(steps.length > 0 ? [`  ${steps.map((step) => `[${step}]`).join(' ')}`] : []),
    ...warnings.map((warning) => `  note: ${warning}`),
    ...(tokens !== undefined && profile
      ? [`  about ${tokens} tokens (estimate, ${profile.id})`]
      : []),
    `  ${block.sha256}`,
  ].join('\n');
}
