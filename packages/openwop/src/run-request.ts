// What a client may say when it creates or forks a run. The body is closed: a tenant, an owner or anything else that the
// credential decides is an unknown member and refused, not ignored.
import { createHash, randomBytes } from 'node:crypto';
import {
  findInlinePayload,
  isJsonObject,
  isRecord,
  readCount,
  readList,
  readPositive,
  readText,
  readWord,
} from '@percept/core/internal';
import {
  parseSessionId,
  type Json,
  type JsonObject,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { invalid, problem, type Problem } from '@percept/host/internal';
import type { Variable } from './workflow.ts';
import { maxMetadataBytes, maxTagChars, maxTags } from './limits.ts';

export interface RunRequest {
  readonly workflowId: string;
  readonly inputs: JsonObject;
  readonly configurable: JsonObject;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export function no(what: Problem): Read<never> {
  return { ok: false, problem: what };
}

export function readRunRequest(body: JsonObject): Read<RunRequest> {
  const stray = strayMember(body, ['workflowId', 'inputs', 'configurable', 'tags', 'metadata']);
  if (stray !== undefined) return no(invalid(`${stray} is not known here.`));
  const workflowId = readText(body['workflowId']);
  if (!workflowId) return no(invalid('`workflowId` is the id of a workflow.'));
  const inputs = body['inputs'] ?? {};
  if (!isJsonObject(inputs)) return no(invalid('`inputs` is an object.'));
  const options = readOptions(body);
  if (!options.ok) return options;
  const smuggled = findInlinePayload(body);
  if (smuggled !== undefined)
    return no(
      problem(
        422,
        'inline_media_refused',
        `There are bytes at ${smuggled}. Store media first and pass its URL.`,
      ),
    );
  return { ok: true, value: { workflowId, inputs, ...options.value } };
}

export interface ForkRequest {
  readonly fromSeq: number;
  readonly mode: 'replay' | 'branch';
  readonly overlay: Omit<RunRequest, 'workflowId' | 'inputs'>;
}

export function readForkRequest(body: JsonObject): Read<ForkRequest> {
  const stray = strayMember(body, ['fromSeq', 'mode', 'runOptionsOverlay']);
  if (stray !== undefined) return no(invalid(`${stray} is not known here.`));
  const fromSeq = readCount(body['fromSeq'] ?? 0);
  if (fromSeq === undefined) return no(invalid('`fromSeq` is a whole number of zero or more.'));
  const mode = readWord(['replay', 'branch'], body['mode'] ?? 'branch');
  if (!mode) return no(invalid('`mode` is replay or branch.'));
  const overlay = body['runOptionsOverlay'] ?? {};
  if (!isJsonObject(overlay)) return no(invalid('`runOptionsOverlay` is an object.'));
  const strayOption = strayMember(overlay, ['configurable', 'tags', 'metadata']);
  if (strayOption !== undefined) return no(invalid(`${strayOption} is not known here.`));
  if (mode === 'replay' && Object.keys(overlay).length > 0)
    return no(invalid('A replay takes no overlay: it repeats what was.'));
  const options = readOptions(overlay);
  return options.ok ? { ok: true, value: { fromSeq, mode, overlay: options.value } } : options;
}

function readOptions(body: JsonObject): Read<Omit<RunRequest, 'workflowId' | 'inputs'>> {
  const configurable = body['configurable'] ?? {};
  if (!isJsonObject(configurable)) return no(invalid('`configurable` is an object.'));
  const flaw = configurableFlaw(configurable);
  if (flaw !== undefined) return no(invalid(flaw));
  const metadata = body['metadata'] ?? {};
  if (!isJsonObject(metadata) || JSON.stringify(metadata).length > maxMetadataBytes)
    return no(invalid(`\`metadata\` is an object of at most ${maxMetadataBytes} bytes.`));
  const listed: Json = body['tags'] ?? [];
  const tags: readonly unknown[] = Array.isArray(listed) ? listed : [undefined];
  const texts = tags.filter(
    (tag) => typeof tag === 'string' && tag.length > 0 && tag.length <= maxTagChars,
  );
  if (texts.length < tags.length || tags.length > maxTags)
    return no(invalid(`\`tags\` is a list of at most ${maxTags} texts.`));
  return {
    ok: true,
    value: { configurable, metadata, tags: texts.filter((tag) => typeof tag === 'string') },
  };
}

function configurableFlaw(given: JsonObject): string | undefined {
  const { recursionLimit, model, temperature, maxTokens, promptOverrides } = given;
  if (recursionLimit !== undefined && readPositive(recursionLimit) === undefined)
    return '`recursionLimit` is a whole number above zero.';
  if (model !== undefined && !readText(model)) return '`model` is the name of a model.';
  if (
    temperature !== undefined &&
    !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)
  )
    return '`temperature` is a number from 0 to 2.';
  if (maxTokens !== undefined && readPositive(maxTokens) === undefined)
    return '`maxTokens` is a whole number above zero.';
  if (promptOverrides !== undefined && !isRecord(promptOverrides))
    return '`promptOverrides` is an object of texts.';
  return undefined;
}

/** What the workflow's own variables say about the inputs. */
export function inputFlaw(variables: readonly Variable[], inputs: JsonObject): string | undefined {
  for (const { name, type, required, defaultValue } of variables) {
    const given = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (given === undefined) {
      if (required && defaultValue === undefined) return `The input ${name} is required.`;
      continue;
    }
    if (type !== 'any' && typeOf(given) !== type) return `The input ${name} is of type ${type}.`;
  }
  return undefined;
}

/** What is no text is left out. */
export function textsOf(value: unknown): readonly string[] {
  return readList(value).filter((item) => typeof item === 'string');
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** The first member that is not known, quoted. */
export function strayMember(value: JsonObject, known: readonly string[]): string | undefined {
  const stray = Object.keys(value).find((key) => !known.includes(key));
  return stray === undefined ? undefined : `\`${stray.slice(0, 80)}\``;
}

const keyPattern = /^[!-~]{1,255}$/;

/** Undefined: no key was given. */
export function readIdempotencyKey(request: Request): string | Problem | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  return keyPattern.test(key)
    ? key
    : invalid('`Idempotency-Key` is 1 to 255 printable characters without spaces.');
}

/** The key is the id: the same key of the same tenant leads to the same log, in this process and in the next. */
export function runIdFor(tenant: TenantId, key: string | undefined): SessionId {
  return derivedId(runPrefix, 'run', tenant, key ?? randomBytes(16).toString('hex'));
}

/** The same id for the same words, and nothing to be read in it. */
export function derivedId(prefix: string, ...words: readonly string[]): SessionId {
  const name = createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 32);
  const id = parseSessionId(`${prefix}${name}`);
  if (!id.ok) throw new TypeError('A session id could not be made.');
  return id.value;
}

export const runPrefix = 'run_';

/** Of what a request means, whatever the order of its members. */
export function digestOf(value: Json): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonical(item)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
