// What a node can do. A kind is plain code behind a name; everything that it wants others to know goes through its context,
// where it becomes a durable event first.
import type { ModelUsage } from '@percept/agent';
import { definedOf } from '@percept/core/internal';
import type { Json, JsonObject, Outcome, SessionId, StoredBlock, TenantId } from '@percept/core';
import type { Interrupt } from './interrupt.ts';
import type { NewEvent } from './run-event.ts';
import type { NodeCheck } from './workflow.ts';

export interface NodeContext {
  readonly run: SessionId;
  readonly tenant: TenantId;
  readonly nodeId: string;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  /** The overlay of this run: `model` is the only key that is read here. */
  readonly configurable: JsonObject;
  /** The model that the gate chose in place of the active one. */
  readonly substitute?: string;
  readonly signal: AbortSignal;
  /** Of the first attempt, milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
  /** What a person answered to this node's interrupt. */
  readonly answer?: Json;
  /** What this node wrote down when it began to wait. */
  readonly facts?: JsonObject;
  /** Clarifications that the run has asked for so far. */
  readonly clarifications: number;
  readonly emit: (event: NodeEvent) => Promise<Outcome<unknown>>;
  /** By URL; inline where that is asked for and the cap permits it. */
  readonly emitMedia: (media: EmittedMedia) => Promise<Outcome<{ readonly url: string }>>;
}

type Spent = Pick<ModelUsage, 'model' | 'inputTokens' | 'outputTokens' | 'costUsd'>;

type NodeEvent = Omit<NewEvent, 'nodeId' | 'media' | 'facts'>;

export interface EmittedMedia {
  readonly block: StoredBlock;
  readonly alt: string;
  readonly title?: string;
  /** In place of what is usual for its kind. */
  readonly display?: 'card';
  readonly form: 'url' | 'inline';
  readonly contentTrust: 'trusted' | 'untrusted';
}

export type NodeResult =
  | { readonly kind: 'completed'; readonly outputs: JsonObject }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'suspended'; readonly interrupt: Interrupt; readonly facts?: JsonObject }
  /** The signal was given. */
  | { readonly kind: 'stopped' };

export interface NodeKind extends NodeCheck {
  /** Of the model, for every node of this kind. */
  readonly requiredModelCapabilities?: readonly string[];
  run(context: NodeContext): Promise<NodeResult>;
}

export function completed(outputs: JsonObject = {}): NodeResult {
  return { kind: 'completed', outputs };
}

export function failed(code: string, message: string): NodeResult {
  return { kind: 'failed', code, message };
}

/** A check of a configuration whose members of these names are texts. */
export function textsOnly(names: readonly string[]): NonNullable<NodeKind['check']> {
  return (config) =>
    names.every((name) => config[name] === undefined || typeof config[name] === 'string')
      ? undefined
      : `${names.join(', ')} are texts.`;
}

/** One model that was asked, and what it cost as far as anybody knows. */
export function usageEvent(
  nodeId: string,
  provider: string,
  { model, inputTokens, outputTokens, costUsd }: Spent,
): NodeEvent {
  const cost = costUsd === undefined ? {} : { costEstimateUsd: costUsd, currency: 'USD' };
  return {
    type: 'provider.usage',
    payload: { provider, model, inputTokens, outputTokens, nodeId, ...cost },
  };
}

/** A line in the log of the run. */
export function logged(
  level: string,
  message: string,
  nodeId: string,
  fields?: JsonObject,
): NodeEvent {
  return { type: 'log.appended', payload: { level, message, nodeId, ...definedOf({ fields }) } };
}
