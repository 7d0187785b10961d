// From edits to messages. A message that no edit touches is handed on as the same object; in one that is touched, every
// part that no edit touches is the same object; and when nothing is touched, so is the list.
import type { Fields } from '../parse/read.ts';
import { isBeside } from './instructions.ts';
import type { NewResult, PartPlan } from './lens.ts';
import { Planner, type PlanInput, type Repair } from './plan.ts';
import type { MessageView } from './view.ts';
import { bridgeText, noResult } from './words.ts';

export interface Rebuilt {
  /** The given list itself when nothing changed. */
  readonly messages: readonly unknown[];
  readonly repairs: readonly Repair[];
}

export function rebuild(input: PlanInput): Rebuilt {
  const { messages, views, lens } = input;
  const planner = new Planner(input);
  const out: unknown[] = [];
  let changed = false;
  for (const [index, view] of views.entries()) {
    const message = messages[index];
    const plan = planner.plan(view, index);
    const results = missingAfter(input, planner, index);
    const hoisted = planner.takeHoisted(index);
    // Among instructions no wire takes media: it stands in a user's message of its own.
    const sharing = lens.hoist === 'same-message' && view.role !== 'instructions';
    const inside = lens.results === 'shared' && holdsResults(view) ? results : [];
    const full = extended(plan, view, inside, sharing ? hoisted : []);
    if (!full) out.push(message);
    else if (full.length > 0 && isFields(message)) out.push(lens.write(message, full));
    if (results.length > 0 && inside.length === 0)
      for (const added of lens.resultMessages(results)) out.push(added);
    const apart = !sharing && hoisted.length > 0;
    const bridge = needsBridge(input, index, apart);
    if (bridge) {
      out.push(lens.assistant(bridgeText));
      planner.repaired('bridge-added', index);
    }
    if (apart && isBeside(message)) out.unshift(lens.user(hoisted));
    else if (apart) out.push(lens.user(hoisted));
    changed ||= full !== undefined || results.length > 0 || apart || bridge;
  }
  return { messages: changed ? out : messages, repairs: planner.repairs };
}

function extended(
  plan: readonly PartPlan[] | undefined,
  view: MessageView,
  results: readonly PartPlan[],
  hoisted: readonly PartPlan[],
): readonly PartPlan[] | undefined {
  if (!plan && results.length === 0 && hoisted.length === 0) return undefined;
  return [...results, ...(plan ?? keepAll(view)), ...hoisted];
}

function missingAfter(
  { survey }: PlanInput,
  planner: Planner,
  index: number,
): readonly NewResult[] {
  const missing = planner.repairing ? (survey.pairing.missing.get(index) ?? []) : [];
  if (missing.length > 0) planner.repaired('missing-result-added', index);
  return missing.map((call) => ({ kind: 'new-result', text: noResult(call.tool), ...call }));
}

/** Behind the last of a run of results, before what the user says next or what was moved out of them. */
function needsBridge(
  { views, survey, bridges }: PlanInput,
  index: number,
  moved: boolean,
): boolean {
  const view = views[index];
  if (!bridges || !view) return false;
  const answered = holdsResults(view) || survey.pairing.missing.has(index);
  const last = survey.pairing.endOfRun(index) === index;
  return answered && last && (moved || views[index + 1]?.role === 'user');
}

function keepAll(view: MessageView): readonly PartPlan[] {
  return view.parts.map((_, part) => ({ kind: 'keep', part }));
}

function holdsResults(view: MessageView): boolean {
  return view.parts.some((part) => part.kind === 'result');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
