// A workflow is data: nodes of known kinds, joined into a graph without circles. A definition is checked whole before it
// is taken, and a run keeps the definition it began with.
import { accept, refuse, type Json, type JsonObject, type Outcome } from '@percept/core';
import {
  definedOf,
  findInlinePayload,
  inside,
  isJson,
  isJsonObject,
  isRecord,
  jsonOf,
  readText,
  type Fields,
} from '@percept/core/internal';
import { imageGeneration, speechSynthesis } from './host-making.ts';

export interface WorkflowNode {
  readonly id: string;
  readonly typeId: string;
  readonly config: JsonObject;
  /** Where each input comes from: a variable of the run, an output of another node, or a fixed value. */
  readonly inputs: Readonly<Record<string, InputSource>>;
  readonly requiredModelCapabilities: readonly string[];
  readonly fallbackModel?: FallbackModel;
}

export interface FallbackModel {
  readonly provider: string;
  readonly model: string;
}

type InputSource =
  | { readonly type: 'variable'; readonly variableName: string }
  | { readonly type: 'output'; readonly nodeId: string; readonly output: string }
  | { readonly type: 'value'; readonly value: Json };

export interface Variable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly required: boolean;
  readonly defaultValue?: Json;
}

export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** In the order in which they run. */
  readonly nodes: readonly WorkflowNode[];
  readonly variables: readonly Variable[];
  /** RFC 0055 §A: refused where the active model does not have them. */
  readonly requiredModelCapabilities: readonly string[];
}

/** What a kind of node says about the configuration of one; undefined when all is well. */
export interface NodeCheck {
  readonly typeId: string;
  check?(config: JsonObject): string | undefined;
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** `any`: for what was checked when it was taken, in the log of a run. */
export function parseWorkflow(
  value: unknown,
  kinds: readonly NodeCheck[] | 'any',
  maxNodes: number,
): Outcome<Workflow> {
  if (!isRecord(value) || !isJsonObject(value)) return wrong('A workflow is a JSON object.');
  if (findInlinePayload(value) !== undefined)
    return wrong('A workflow carries no bytes: store media and refer to it.');
  const id = readId(value['id']);
  if (id === undefined) return wrong('`id` is 1 to 128 letters, digits, ".", "-" or "_".');
  const listed = listOf(value['nodes']);
  if (!listed || listed.length === 0 || listed.length > maxNodes)
    return wrong(`\`nodes\` is a list of 1 to ${maxNodes} nodes.`);
  const nodes: WorkflowNode[] = [];
  for (const item of listed) {
    const node = readNode(item, kinds);
    if (typeof node === 'string') return wrong(node);
    if (nodes.some((other) => other.id === node.id))
      return wrong(`Two nodes are called ${node.id}.`);
    nodes.push(node);
  }
  const variables = readVariables(value['variables']);
  if (typeof variables === 'string') return wrong(variables);
  const ordered = inOrder(nodes, value['edges']);
  if (typeof ordered === 'string') return wrong(ordered);
  const stray = strayInput(ordered, variables);
  if (stray !== undefined) return wrong(stray);
  const required = requiredOf(value);
  if (!required) return wrong('Required model capabilities are a list of names.');
  return accept({
    id,
    name: textOr(value['name'], id),
    version: textOr(value['version'], '1.0'),
    nodes: ordered,
    variables,
    requiredModelCapabilities: required,
  });
}

/** The definition as it is kept in the log of a run; `parseWorkflow` reads it again. */
export function definitionOf(workflow: Workflow): JsonObject {
  const { nodes, requiredModelCapabilities, ...rest } = workflow;
  const edges = nodes
    .slice(1)
    .map((node, at) => ({ sourceNodeId: nodes[at]?.id ?? '', targetNodeId: node.id }));
  return jsonOf({ ...rest, nodes, edges, requiredModelCapabilities });
}

function readNode(value: unknown, kinds: readonly NodeCheck[] | 'any'): WorkflowNode | string {
  if (!isRecord(value)) return 'A node is an object.';
  const id = readId(value['id']);
  if (id === undefined) return 'A node has an `id` of letters, digits, ".", "-" or "_".';
  const typeId = value['typeId'];
  const checks = kinds === 'any' ? [] : kinds;
  const kind = checks.find((known) => known.typeId === typeId);
  if (typeof typeId !== 'string' || (kinds !== 'any' && !kind))
    return `The node ${id} is of no known kind. Known are ${checks.map((known) => known.typeId).join(', ')}.`;
  const config = value['config'] ?? {};
  if (!isJsonObject(config)) return `The \`config\` of ${id} is an object.`;
  const flaw = kind?.check?.(config);
  if (flaw !== undefined) return `The \`config\` of ${id} cannot be used: ${flaw}`;
  const { inputs: given = {} } = value;
  const inputs = readInputs(given);
  if (!inputs) return `An input of ${id} is neither a variable, an output nor a value.`;
  const required = requiredOf(value);
  if (!required) return `The required model capabilities of ${id} are a list of names.`;
  const fallbackModel = fallbackIn(value['fallbackModel']);
  if (value['fallbackModel'] !== undefined && !fallbackModel)
    return `The \`fallbackModel\` of ${id} has a provider and a model.`;
  return {
    id,
    typeId,
    config,
    inputs,
    requiredModelCapabilities: required,
    ...definedOf({ fallbackModel }),
  };
}

export function fallbackIn(value: unknown): FallbackModel | undefined {
  const provider = readText(inside(value, 'provider'));
  const model = readText(inside(value, 'model'));
  return provider !== undefined && model !== undefined ? { provider, model } : undefined;
}

/** What is asked of an input, and nothing else that somebody wrote beside it: a definition is logged. */
function readInputs(value: unknown): WorkflowNode['inputs'] | undefined {
  if (!isRecord(value)) return undefined;
  const inputs: [string, InputSource][] = [];
  for (const [name, item] of Object.entries(value)) {
    const source = isRecord(item) && sourceOf(item);
    if (!source) return undefined;
    inputs.push([name, source]);
  }
  return Object.fromEntries(inputs);
}

function sourceOf({ type, variableName, nodeId, output, value }: Fields): InputSource | undefined {
  if (type === 'variable' && typeof variableName === 'string') return { type, variableName };
  if (type === 'output' && typeof nodeId === 'string' && typeof output === 'string')
    return { type, nodeId, output };
  return type === 'value' && isJson(value) ? { type, value } : undefined;
}

const variableTypes = ['string', 'number', 'boolean', 'object', 'array', 'any'] as const;

function readVariables(value: unknown): readonly Variable[] | string {
  const variables: Variable[] = [];
  for (const item of listOf(value ?? []) ?? [undefined]) {
    if (!isRecord(item)) return '`variables` is a list of objects.';
    const { name, defaultValue } = item;
    const type = variableTypes.find((known) => known === (item['type'] ?? 'any'));
    if (typeof name !== 'string' || !type) return 'A variable has a `name` and a known `type`.';
    variables.push({
      name,
      type,
      required: item['required'] === true,
      ...(isJson(defaultValue) && { defaultValue }),
    });
  }
  return variables;
}

/** Kahn's order; nodes that wait for nothing run in the order in which they are written. */
function inOrder(nodes: readonly WorkflowNode[], edges: unknown): readonly WorkflowNode[] | string {
  const before = new Map(nodes.map((node) => [node.id, new Set<string>()]));
  for (const edge of listOf(edges ?? []) ?? [undefined]) {
    if (!isRecord(edge)) return '`edges` is a list of objects.';
    const { sourceNodeId, targetNodeId } = edge;
    const target = typeof targetNodeId === 'string' ? before.get(targetNodeId) : undefined;
    if (!target || typeof sourceNodeId !== 'string' || !before.has(sourceNodeId))
      return 'An edge joins two nodes of the workflow by `sourceNodeId` and `targetNodeId`.';
    target.add(sourceNodeId);
  }
  for (const { id, inputs } of nodes)
    for (const source of Object.values(inputs))
      if (source.type === 'output') before.get(id)?.add(source.nodeId);
  const ordered: WorkflowNode[] = [];
  const done = new Set<string>();
  while (ordered.length < nodes.length) {
    const next = nodes.find(
      ({ id }) => !done.has(id) && [...(before.get(id) ?? [])].every((other) => done.has(other)),
    );
    if (!next) return 'The edges go in a circle, or an input comes from a node that is not there.';
    done.add(next.id);
    ordered.push(next);
  }
  return ordered;
}

function strayInput(
  nodes: readonly WorkflowNode[],
  variables: readonly Variable[],
): string | undefined {
  for (const { id, inputs } of nodes)
    for (const source of Object.values(inputs))
      if (source.type === 'variable' && !variables.some(({ name }) => name === source.variableName))
        return `An input of ${id} is the variable ${source.variableName}, which is not declared.`;
  return undefined;
}

/** Ours, and the way node packs write it. */
function requiredOf(value: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const peers = value['peerDependencies'];
  const providers = inside(peers, 'aiProviders');
  const packed = inside(providers, 'modelCapabilities');
  const host = [imageGeneration, speechSynthesis].filter((name) => {
    const [, facet = ''] = name.split('.');
    const nested = inside(providers, facet);
    return inside(peers, name) === 'supported' || nested === 'supported';
  });
  const names = [value['requiredModelCapabilities'] ?? [], packed ?? [], host].flatMap(
    (list) => listOf(list) ?? [undefined],
  );
  return names.every((name) => typeof name === 'string') ? [...new Set(names)] : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function readId(value: unknown): string | undefined {
  return typeof value === 'string' && idPattern.test(value) ? value : undefined;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.length > 0 ? value.slice(0, 200) : otherwise;
}

function wrong(hint: string): Outcome<never> {
  return refuse({ refused: 'invalid-input', message: 'This workflow cannot be used.', hint });
}
