// The upstream schemas, in the system suite where they are present: every answer that a test client gets is validated by the one
// that its route has. They are read from beside the checkout and are no part of it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '@percept/core/internal';
import { inSystemSuite } from '../needs.ts';

const folder = fileURLToPath(
  new URL('../../../shared/reference/openwop/schemas/', import.meta.url),
);

const hasUpstream = inSystemSuite() && existsSync(folder);
export const noUpstream: string | undefined = hasUpstream
  ? undefined
  : 'the upstream schemas are not beside this checkout';

const counts = new Map<string, number>();

/** How often each schema was asked, for the test that no answer went by unchecked. */
export function checked(): ReadonlyMap<string, number> {
  return counts;
}

const base = 'https://openwop.dev/spec/v1/';
const names = [
  'capabilities',
  'run-options',
  'debug-bundle',
  'run-snapshot',
  'ai-envelope',
  'run-event',
  'error-envelope',
  'run-event-payloads',
  'envelopes/media.image',
  'envelopes/media.audio',
  'envelopes/media.file',
] as const;
export type SchemaName = (typeof names)[number];

function load(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const name of names) ajv.addSchema(read(name), name);
  // Referred to by upstream, and not among the reference files.
  const text = names.map((name) => JSON.stringify(read(name))).join(' ');
  const referred = text.matchAll(
    /"\$ref":"(?:\.\/|https:\/\/openwop\.dev\/spec\/v1\/)?([a-z-]+)\.schema\.json/g,
  );
  for (const [, name = ''] of referred) {
    const $id = `${base}${name}.schema.json`;
    if (!ajv.getSchema($id)) ajv.addSchema({ $id });
  }
  return ajv;
}

function read(name: string): object {
  const value: unknown = JSON.parse(readFileSync(`${folder}${name}.schema.json`, 'utf8'));
  if (!isRecord(value)) throw new TypeError(`${name} is no schema.`);
  return value;
}

const ajv = hasUpstream ? load() : undefined;

function validator(name: string): ValidateFunction | undefined {
  return ajv?.getSchema(name);
}

/** Throws with what is wrong. Without the schemas nothing is checked, and `hasUpstream` says so. */
export function validate(name: SchemaName, value: unknown): void {
  const check = validator(name);
  if (!check) return;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (!check(value))
    throw new Error(
      `${name}: ${JSON.stringify(check.errors?.slice(0, 4))}\n${JSON.stringify(value).slice(0, 1000)}`,
    );
}

const payloadNames: ReadonlyMap<string, string> = new Map([
  ['run.started', 'runStarted'],
  ['run.completed', 'runCompleted'],
  ['run.failed', 'runFailed'],
  ['run.cancelled', 'runCancelled'],
  ['node.started', 'nodeStarted'],
  ['node.completed', 'nodeCompleted'],
  ['node.failed', 'nodeFailed'],
  ['node.suspended', 'nodeSuspended'],
  ['node.resumed', 'nodeResumed'],
  ['node.retried', 'nodeRetried'],
  ['node.cancelled', 'nodeCancelled'],
  ['approval.requested', 'approvalRequested'],
  ['approval.received', 'approvalReceived'],
  ['clarification.requested', 'clarificationRequested'],
  ['clarification.resolved', 'clarificationResolved'],
  ['output.chunk', 'outputChunk'],
  ['log.appended', 'logAppended'],
  ['cap.breached', 'capBreached'],
  ['provider.usage', 'providerUsage'],
  ['artifact.created', 'artifactCreated'],
  ['model.capability.substituted', 'modelCapabilitySubstituted'],
  ['model.capability.insufficient', 'modelCapabilityInsufficient'],
  ['agent.toolCalled', 'agentToolCalled'],
  ['agent.toolReturned', 'agentToolReturned'],
]);

function validateEvent(event: unknown): void {
  validate('run-event', event);
  if (!isRecord(event) || typeof event['type'] !== 'string') return;
  const { type, payload } = event;
  if (type === 'media.image' || type === 'media.audio' || type === 'media.file')
    validate(`envelopes/${type}`, payload);
  const { envelope } = event;
  if (isRecord(envelope)) validate('ai-envelope', { type, payload, ...envelope });
  const name = payloadNames.get(type);
  const check = name && validator(`${base}run-event-payloads.schema.json#/$defs/${name}`);
  if (!check) return;
  counts.set(type, (counts.get(type) ?? 0) + 1);
  if (!check(payload))
    throw new Error(`${type}: ${JSON.stringify(check.errors)} ${JSON.stringify(payload)}`);
}

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export function checkAnswer(method: string, path: string, { status, body }: Answered): void {
  if (method === 'SSE') {
    if (path === 'state.snapshot') validate('run-snapshot', body);
    else if (path !== 'batch' && path !== 'ai.message.chunk') validateEvent(body);
    return;
  }
  if (path.includes('/assets/') || status === 304 || status === 303) return;
  if (status >= 400) return validate('error-envelope', body);
  if (path === '/.well-known/openwop') return validate('capabilities', body);
  if (path.endsWith('/debug-bundle')) return validate('debug-bundle', body);
  const { events, runs } = body;
  if (Array.isArray(events)) for (const event of events) validateEvent(event);
  if (Array.isArray(runs)) for (const run of runs) validate('run-snapshot', run);
  if (/^\/v1\/runs(\/[^/]+(\/cancel)?)?$/.test(path) && !runs) validate('run-snapshot', body);
}
