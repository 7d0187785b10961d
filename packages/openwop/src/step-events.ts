// The events of a run's steps, each in the shape that the protocol gives it, and the values that steps pass to each other.
import type { JsonObject, SessionId } from '@percept/core';
import type { Interrupt } from './interrupt.ts';
import type { NewEvent } from './run-event.ts';
import type { NodeState, RunState } from './run-state.ts';
import type { WorkflowNode } from './workflow.ts';

/** Nothing is said when a node goes on with an answer: `node.resumed` said it. */
export function startedEvent(
  node: WorkflowNode,
  known: NodeState | undefined,
): NewEvent | undefined {
  const nodeId = node.id;
  if (!known)
    return { type: 'node.started', nodeId, payload: { nodeId, typeId: node.typeId, attempt: 0 } };
  if (known.attempts === 0) return undefined;
  const payload = { nodeId, attempt: known.attempts, reason: 'host_restarted' };
  return { type: 'node.retried', nodeId, payload };
}

export function askedEvent(
  { kind, ...asked }: Interrupt,
  run: SessionId,
  nodeId: string,
  interruptId: string,
): NewEvent {
  const artifact = kind === 'approval' && { artifactId: `${run}:${nodeId}`, artifactType: kind };
  return {
    type: `${kind}.requested`,
    nodeId,
    payload: { nodeId, interruptId, ...artifact, ...asked },
  };
}

export function answeredEvent(
  { kind }: Interrupt,
  nodeId: string,
  answer: JsonObject,
  principal: string,
): NewEvent {
  return kind === 'approval'
    ? { type: 'approval.received', nodeId, payload: { nodeId, ...answer, decidedBy: principal } }
    : {
        type: 'clarification.resolved',
        nodeId,
        payload: { nodeId, ...answer, answeredBy: principal },
      };
}

export function inputsOf({ inputs }: WorkflowNode, state: RunState): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, source]) => {
      switch (source.type) {
        case 'variable':
          return [name, state.variables[source.variableName] ?? null];
        case 'output':
          return [name, state.nodes.get(source.nodeId)?.outputs?.[source.output] ?? null];
        case 'value':
          return [name, source.value];
      }
    }),
  );
}

export function outputsOf(state: RunState): JsonObject {
  const last = state.facts.workflow.nodes.at(-1);
  return (last && state.nodes.get(last.id)?.outputs) ?? {};
}

export function runFailed(state: RunState, code: string, message: string, node?: string): NewEvent {
  const failedNodeId = node ?? state.facts.workflow.nodes[0]?.id ?? '';
  return { type: 'run.failed', payload: { error: { code, message }, failedNodeId } };
}
