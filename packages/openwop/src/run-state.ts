// The state of a run is what its events say and nothing else: folding the log of a dead process gives the state in which
// the next one goes on.
import { definedOf, inside, isJsonObject, readCount, readText } from '@percept/core/internal';
import { count, isShape, oneOf, text } from '@percept/core/internal/options';
import { parseTenantId, type Json, type JsonObject, type TenantId } from '@percept/core';
import type { RunFault, RunSpent, RunStatus } from '@percept/contract';
import { parseInterrupt, type PendingInterrupt } from './interrupt.ts';
import type { RunEvent } from './run-event.ts';
import { textsOf, type RunRequest } from './run-request.ts';
import { parseWorkflow, type Workflow } from './workflow.ts';

export const runStatuses = [
  'pending',
  'running',
  'waiting-approval',
  'waiting-input',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const satisfies readonly RunStatus[];
export type { RunStatus };

export interface RunFacts extends Omit<RunRequest, 'workflowId'> {
  readonly tenant: TenantId;
  readonly principal: string;
  readonly workflow: Workflow;
  /** Of the request that created the run, where it had an idempotency key. */
  readonly digest?: string;
  /** Which of the servers that share the memory works on it. */
  readonly host?: string;
  readonly forkedFrom?: {
    readonly runId: string;
    readonly fromSeq: number;
    readonly mode: 'replay' | 'branch';
  };
}

export interface NodeState {
  readonly status: 'running' | 'suspended' | 'completed' | 'failed' | 'cancelled';
  readonly attempts: number;
  /** Of the first attempt. */
  readonly startedAt: number;
  readonly outputs?: JsonObject;
  readonly error?: RunFault;
  /** What a person answered, until the node has ended. */
  readonly answer?: Json;
  /** What the node wrote down for itself when it began to wait. */
  readonly facts?: JsonObject;
}

export interface RunState {
  readonly facts: RunFacts;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly completedAt?: number;
  readonly nodes: ReadonlyMap<string, NodeState>;
  readonly variables: JsonObject;
  readonly pending?: PendingInterrupt;
  readonly error?: RunFault;
  readonly clarifications: number;
  readonly events: number;
  /** How long it has worked before it last began to; waiting for a person is no work. */
  readonly workedMs: number;
  readonly workingSince: number;
  /** Every model that was asked, as told; the one that was asked last comes last. */
  readonly bill: readonly RunSpent[];
}

export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The first event makes the state; undefined when it is not the beginning of a run. */
export function beginRun(event: RunEvent): RunState | undefined {
  const facts = event.type === 'run.started' ? readFacts(event.facts) : undefined;
  if (!facts) return undefined;
  const defaults = Object.fromEntries(
    facts.workflow.variables.flatMap(({ name, defaultValue }) =>
      defaultValue === undefined ? [] : [[name, defaultValue]],
    ),
  );
  return {
    facts,
    status: 'running',
    startedAt: event.at,
    nodes: new Map(),
    variables: { ...defaults, ...facts.inputs },
    clarifications: 0,
    events: 1,
    workedMs: 0,
    workingSince: event.at,
    bill: [],
  };
}

export function foldEvent(before: RunState, event: RunEvent): RunState {
  const state = { ...before, events: before.events + 1 };
  const { nodeId = '', payload, at } = event;
  const known: NodeState = before.nodes.get(nodeId) ?? {
    status: 'running',
    attempts: 0,
    startedAt: at,
  };
  const withNode = (node: NodeState) => new Map(before.nodes).set(nodeId, node);
  switch (event.type) {
    case 'node.started':
    case 'node.retried':
      return {
        ...state,
        status: unlessCancelling(before.status, 'running'),
        nodes: withNode({ ...known, status: 'running', attempts: known.attempts + 1 }),
        // Nobody worked while the host was gone.
        ...(event.type === 'node.retried' && { workingSince: at }),
      };
    case 'node.completed': {
      const outputs = isJsonObject(payload['outputs']) ? payload['outputs'] : {};
      const { answer: _answer, facts: _facts, ...rest } = known;
      return {
        ...state,
        nodes: withNode({ ...rest, status: 'completed', outputs }),
        variables: { ...before.variables, ...outputs },
      };
    }
    case 'node.failed':
      return {
        ...state,
        nodes: withNode({ ...known, status: 'failed', error: errorIn(payload['error']) }),
      };
    case 'node.cancelled':
      return { ...state, nodes: withNode({ ...known, status: 'cancelled' }) };
    case 'node.suspended': {
      const pending = pendingOf(event);
      if (!pending) return state;
      const own = event.facts?.['node'];
      const kept = isJsonObject(own) ? { facts: own } : {};
      const isApproval = pending.interrupt.kind === 'approval';
      return {
        ...state,
        pending,
        status: unlessCancelling(before.status, isApproval ? 'waiting-approval' : 'waiting-input'),
        clarifications: before.clarifications + (isApproval ? 0 : 1),
        nodes: withNode({ ...known, status: 'suspended', ...kept }),
        workedMs: before.workedMs + (at - before.workingSince),
      };
    }
    case 'node.resumed': {
      const { pending: _pending, ...rest } = state;
      const answer = payload['resumeValue'] ?? null;
      return {
        ...rest,
        workingSince: at,
        status: unlessCancelling(before.status, 'running'),
        nodes: withNode({ ...known, status: 'running', attempts: 0, answer }),
      };
    }
    case 'percept.run.cancelling':
      return { ...state, status: 'cancelling' };
    case 'run.completed':
      return { ...state, status: 'completed', completedAt: at };
    case 'run.cancelled': {
      const { pending: _pending, ...rest } = state;
      return { ...rest, status: 'cancelled', completedAt: at };
    }
    case 'run.failed':
      return { ...state, status: 'failed', completedAt: at, error: errorIn(payload['error']) };
    case 'provider.usage':
      return { ...state, bill: billAfter(before.bill, payload) };
    default:
      return state;
  }
}

function unlessCancelling(before: RunStatus, next: RunStatus): RunStatus {
  return before === 'cancelling' ? before : next;
}

function billAfter(before: readonly RunSpent[], payload: JsonObject): readonly RunSpent[] {
  const model = readText(payload['model']) ?? 'unknown';
  const provider = readText(payload['provider']) ?? 'unknown';
  const cost = payload['costEstimateUsd'];
  const own = before.find((spent) => spent.model === model && spent.provider === provider);
  const costUsd = typeof cost === 'number' ? (own?.costUsd ?? 0) + cost : own?.costUsd;
  return [
    ...before.filter((spent) => spent !== own),
    {
      model,
      provider,
      inputTokens: (own?.inputTokens ?? 0) + (readCount(payload['inputTokens']) ?? 0),
      outputTokens: (own?.outputTokens ?? 0) + (readCount(payload['outputTokens']) ?? 0),
      requests: (own?.requests ?? 0) + 1,
      ...(costUsd !== undefined && { costUsd }),
    },
  ];
}

function pendingOf({ facts, nodeId, payload }: RunEvent): PendingInterrupt | undefined {
  const interrupt = parseInterrupt(facts?.['interrupt']);
  const interruptId = readText(payload['interruptId']);
  return interrupt && interruptId !== undefined && nodeId !== undefined
    ? { interruptId, nodeId, interrupt }
    : undefined;
}

function errorIn(value: unknown): RunFault {
  const code = readText(inside(value, 'code'));
  const message = readText(inside(value, 'message'));
  return { code: code ?? 'unknown', message: message ?? 'The run failed.' };
}

function readFacts(value: JsonObject | undefined): RunFacts | undefined {
  if (!value) return undefined;
  const tenant = parseTenantId(value['tenant']);
  const workflow = parseWorkflow(value['workflow'], 'any', Infinity);
  const { inputs, configurable, metadata } = value;
  if (!tenant.ok || !workflow.ok || !isJsonObject(inputs)) return undefined;
  const { forkedFrom } = value;
  return {
    tenant: tenant.value,
    principal: readText(value['principal']) ?? tenant.value,
    workflow: workflow.value,
    inputs,
    configurable: isJsonObject(configurable) ? configurable : {},
    tags: textsOf(value['tags']),
    metadata: isJsonObject(metadata) ? metadata : {},
    ...definedOf({ digest: readText(value['digest']), host: readText(value['host']) }),
    ...(isFork(forkedFrom) && { forkedFrom }),
  };
}

const isFork = isShape<NonNullable<RunFacts['forkedFrom']>>({
  runId: text,
  fromSeq: count,
  mode: oneOf(['replay', 'branch']),
});
