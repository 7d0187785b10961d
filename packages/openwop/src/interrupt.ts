// What a run waits for, and which answers it takes. An answer is checked here before anything is written, so a run never
// wakes up with a value that its node cannot read.
import {
  definedOf,
  inside,
  isJsonObject,
  isRecord,
  readList,
  readText,
} from '@percept/core/internal';
import { type Json, type JsonObject } from '@percept/core';

export const approvalActions = ['accept', 'reject'] as const;
type ApprovalAction = (typeof approvalActions)[number];

// Aliases and not interfaces: only those are known to be JSON.
export type Question = {
  readonly id: string;
  readonly question: string;
};

export type Interrupt =
  | {
      readonly kind: 'approval';
      readonly title: string;
      readonly description?: string;
      readonly actions: readonly ApprovalAction[];
    }
  | { readonly kind: 'clarification'; readonly questions: readonly Question[] };

export interface PendingInterrupt {
  readonly interruptId: string;
  readonly nodeId: string;
  readonly interrupt: Interrupt;
}

/** The answer in its one shape, or a sentence about what is wrong with it. */
export function readAnswer(interrupt: Interrupt, value: unknown): JsonObject | string {
  if (!isRecord(value)) return '`resumeValue` is an object.';
  switch (interrupt.kind) {
    case 'approval': {
      const action = interrupt.actions.find((allowed) => allowed === value['action']);
      if (!action) return `\`action\` is one of ${interrupt.actions.join(', ')}.`;
      return { action, ...definedOf({ feedback: readText(value['feedback']) }) };
    }
    case 'clarification':
      return readAnswers(interrupt.questions, value['answers']);
  }
}

/** A map by question, or a list of `{ id, answer }`; every question is answered, and nothing else. */
function readAnswers(questions: readonly Question[], value: unknown): JsonObject | string {
  const given = Array.isArray(value) ? listed(value) : value;
  if (!isJsonObject(given)) return '`answers` holds an answer for every question.';
  const ids = questions.map(({ id }) => id);
  const missing = ids.find((id) => !Object.hasOwn(given, id) || isBlank(given[id]));
  if (missing !== undefined) return `The question ${missing} is not answered.`;
  const stray = Object.keys(given).find((id) => !ids.includes(id));
  return stray === undefined ? { answers: given } : `There is no question ${stray}.`;
}

function listed(items: readonly unknown[]): Record<string, unknown> | undefined {
  const answers: [string, unknown][] = [];
  for (const item of items) {
    const id = readText(inside(item, 'id'));
    if (id === undefined) return undefined;
    answers.push([id, inside(item, 'answer')]);
  }
  return Object.fromEntries(answers);
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** From the log, or from a definition. */
export function parseInterrupt(value: unknown): Interrupt | undefined {
  if (!isRecord(value)) return undefined;
  if (value['kind'] === 'approval') {
    const title = readText(value['title']);
    const description = readText(value['description']);
    const asked = readList(value['actions']);
    const actions = approvalActions.filter((action) => asked.includes(action));
    if (title === undefined || actions.length === 0) return undefined;
    return { kind: 'approval', title, ...definedOf({ description }), actions };
  }
  const questions = parseQuestions(value['questions']);
  return value['kind'] === 'clarification' && questions
    ? { kind: 'clarification', questions }
    : undefined;
}

export function parseQuestions(value: unknown): readonly Question[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 50) return undefined;
  const questions: Question[] = [];
  for (const item of value) {
    const id = readText(inside(item, 'id'));
    const question = readText(inside(item, 'question'));
    if (!id || !question || questions.some((other) => other.id === id)) return undefined;
    questions.push({ id, question });
  }
  return questions;
}
