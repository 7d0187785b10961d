// The workflows that a tenant can run: its own before the built-in ones. A tenant's own are a log in the store, so they
// are there after a restart; a definition is taken whole or refused.
import { customData } from '@percept/core/internal';
import { type Outcome, type SessionId, type TenantId } from '@percept/core';
import { hostCapabilityMissing, register } from '@percept/core/internal/route';
import { problemOf } from './answer.ts';
import { isHostCapability } from './host-making.ts';
import type { SessionRecord } from '@percept/store';
import { modelIn } from './model-facts.ts';
import type { NodeKind } from './node-kind.ts';
import { invalid, problem, type Problem } from '@percept/host/internal';
import type { RouteParts } from './route-parts.ts';
import { derivedId, no, type Read } from './run-request.ts';
import { definitionOf, parseWorkflow, type Workflow } from './workflow.ts';

const entryName = 'openwop.workflow';

export interface WorkflowStoreParts extends Pick<RouteParts, 'limits' | 'models'> {
  readonly sessions: SessionRecord;
  readonly kinds: readonly NodeKind[];
}

interface TenantWorkflows {
  readonly workflows: Map<string, Workflow>;
  /** Of the newest entry of the log that was read. */
  seq: number;
}

export class WorkflowStore {
  readonly #parts: WorkflowStoreParts;
  readonly #builtIn = new Map<string, Workflow>();
  readonly #own = new Map<TenantId, TenantWorkflows>();

  constructor(parts: WorkflowStoreParts, runtime: readonly unknown[]) {
    this.#parts = parts;
    for (const definition of runtime) {
      const parsed = this.#parse(definition);
      if (!parsed.ok) throw new TypeError(`${parsed.refusal.message} ${parsed.refusal.hint}`);
      this.#builtIn.set(parsed.value.id, parsed.value);
    }
  }

  async find(tenant: TenantId, id: string): Promise<Workflow | undefined> {
    return (await this.#ownOf(tenant)).get(id) ?? this.#builtIn.get(id);
  }

  /** Every workflow of this tenant, its own first. */
  async list(tenant: TenantId): Promise<readonly Workflow[]> {
    const own = await this.#ownOf(tenant);
    return [...own.values(), ...[...this.#builtIn.values()].filter(({ id }) => !own.has(id))];
  }

  /** Built in, for everybody. */
  builtInIds(): readonly string[] {
    return [...this.#builtIn.keys()];
  }

  /** Accepted means that it is there after a restart. A built-in name is not given away. */
  async register(tenant: TenantId, definition: unknown): Promise<Read<Workflow>> {
    const parsed = this.#parse(definition);
    if (!parsed.ok) return no(invalid(`${parsed.refusal.message} ${parsed.refusal.hint}`));
    const workflow = parsed.value;
    if (this.#builtIn.has(workflow.id))
      return no(problem(409, 'workflow_id_taken', 'A workflow of this host has that id.'));
    const missing = await this.#missing(workflow);
    if (missing) return no(missing);
    const own = await this.#ownOf(tenant);
    const { maxWorkflowsPerTenant } = this.#parts.limits;
    if (!own.has(workflow.id) && own.size >= maxWorkflowsPerTenant)
      return no(problem(409, 'too_many_workflows', `At most ${maxWorkflowsPerTenant} are kept.`));
    const kept = await this.#keep(tenant, workflow);
    if (!kept.ok) return no(problemOf(kept.refusal));
    own.set(workflow.id, workflow);
    return { ok: true, value: workflow };
  }

  /** RFC 0055 §A: a module that needs what is not advertised must not register. */
  async #missing(workflow: Workflow): Promise<Problem | undefined> {
    const { active, models, substitutionSupported, host } = await this.#parts.models();
    const offered = [...active.capabilities, ...host];
    const able = (wanted: Workflow['nodes'][number]['fallbackModel']): readonly string[] =>
      substitutionSupported && wanted
        ? [...host, ...(modelIn({ models }, wanted)?.capabilities ?? [])]
        : [];
    const ofKind = (typeId: string): readonly string[] =>
      this.#parts.kinds.find((kind) => kind.typeId === typeId)?.requiredModelCapabilities ?? [];
    const needs = [
      register(workflow.requiredModelCapabilities, offered),
      ...workflow.nodes.map(({ typeId }) =>
        register(ofKind(typeId).filter(isHostCapability), offered),
      ),
      ...workflow.nodes.map(({ requiredModelCapabilities: required, fallbackModel }) => {
        const direct = register(required, offered);
        const replaced = register(required, able(fallbackModel));
        return fallbackModel && replaced.registered ? replaced : direct;
      }),
    ];
    const missing = needs.flatMap((need) => (need.registered ? [] : need.missing));
    return missing.length === 0
      ? undefined
      : problem(
          422,
          hostCapabilityMissing,
          'This host does not advertise what the workflow needs.',
          {
            missing: [...new Set(missing)],
          },
        );
  }

  #parse(definition: unknown): Outcome<Workflow> {
    return parseWorkflow(definition, this.#parts.kinds, this.#parts.limits.maxNodesPerWorkflow);
  }

  /** What is new in the log is read every time: another server that shares it may have registered something. */
  async #ownOf(tenant: TenantId): Promise<Map<string, Workflow>> {
    const own = this.#own.get(tenant) ?? { workflows: new Map<string, Workflow>(), seq: 0 };
    this.#own.set(tenant, own);
    const entries = await this.#parts.sessions.entries(workflowLogOf(tenant), { after: own.seq });
    for (const { seq, entry } of entries.ok ? entries.value : []) {
      if (seq <= own.seq) continue;
      own.seq = seq;
      const data = customData(entry, entryName);
      const parsed = data && parseWorkflow(data, 'any', Infinity);
      if (parsed?.ok) own.workflows.set(parsed.value.id, parsed.value);
    }
    return own.workflows;
  }

  async #keep(tenant: TenantId, workflow: Workflow): Promise<Outcome<unknown>> {
    const { sessions } = this.#parts;
    const workflows = await sessions.open({
      id: workflowLogOf(tenant),
      tenant,
      kind: 'workflows',
      title: 'Workflows',
    });
    if (!workflows.ok) return workflows;
    const data = definitionOf(workflow);
    return sessions.append(workflows.value.id, { type: 'custom', name: entryName, data });
  }
}

function workflowLogOf(tenant: TenantId): SessionId {
  return derivedId('workflows_', 'workflows', tenant);
}
