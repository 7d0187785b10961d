// Requests to the server that served this page. Whatever goes wrong is a value with words for the person, and a server
// that does not answer is told apart from one that says no.
import type {
  ForkSession,
  GivenAnswer,
  ModelCard,
  NewTurn,
  RunAnswer,
  RunFork,
} from '@percept/contract';
import {
  isApiError,
  isForecast,
  isForkedRun,
  isRunList,
  isRunView,
  isSessionList,
  isSessionSummary,
  isSessionView,
  isStartedTurn,
  isStatus,
  isTimeline,
} from './shapes.ts';

export interface Failure {
  /** `lost`: nobody answered. `locked`: this browser is not signed in. Everything else was answered with a no. */
  readonly kind: 'lost' | 'locked' | 'absent' | 'refused';
  readonly message: string;
  readonly hint?: string;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const lost: Failure = {
  kind: 'lost',
  message: 'The Percept server does not answer.',
  hint: 'Start it again with "percept serve"; this page connects by itself.',
};

type Method = 'GET' | 'POST' | 'DELETE';

async function ask<T>(
  path: string,
  isExpected: (value: unknown) => value is T,
  method: Method = 'GET',
  body?: object | string,
): Promise<Reply<T>> {
  const reply = await send(path, method, body);
  if (!reply.ok) return reply;
  const { value } = reply;
  return isExpected(value) ? { ok: true, value } : { ok: false, failure: unreadable };
}

/** Of a request that is only done, the answer is not read. */
async function send(path: string, method: Method, body?: object | string): Promise<Reply<unknown>> {
  try {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) return { ok: false, failure: failureOf(response.status, value) };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, failure: error instanceof SyntaxError ? unreadable : lost };
  }
}

const unreadable: Failure = {
  kind: 'refused',
  message: 'The server answered something that this page does not understand.',
  hint: 'Reload the page: the server may be newer.',
};

export function failureOf(status: number, value: unknown): Failure {
  const kind = status === 401 ? 'locked' : status === 404 ? 'absent' : 'refused';
  if (!isApiError(value)) return { kind, message: `The server answered with ${status}.` };
  const hint = value.details?.hint;
  return { kind, message: value.message, ...(hint !== undefined && { hint }) };
}

function at(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}

function runAt(id: string): string {
  return `/api/runs/${encodeURIComponent(id)}`;
}

export function runEvents(id: string, after: number): string {
  return `${runAt(id)}/events?after=${after}`;
}

export function sessionEvents(id: string, after: string): string {
  return `${at(id)}/events?after=${encodeURIComponent(after)}`;
}

/** How many turns are fetched at once: more than a screen, less than a wait. */
const turnsPerPage = 40;

const api = {
  status: () => ask('/api/status', isStatus),
  /** `draft` as JSON, which is also what tells one draft from another. */
  forecast: (draft: string) => ask('/api/forecast', isForecast, 'POST', draft),
  sessions: (after?: string) => ask(`/api/sessions${pageAfter(after)}`, isSessionList),
  session: (id: string, before?: number) =>
    ask(
      `${at(id)}?turns=${turnsPerPage}${before === undefined ? '' : `&before=${before}`}`,
      isSessionView,
    ),
  create: (model: ModelCard['name'] | undefined) =>
    ask('/api/sessions', isSessionView, 'POST', model === undefined ? {} : { model }),
  remove: (id: string) => send(at(id), 'DELETE'),
  choose: (id: string, model: string) =>
    ask(`${at(id)}/model`, isSessionSummary, 'POST', { model }),
  prompt: (id: string, turn: NewTurn) => ask(`${at(id)}/turns`, isStartedTurn, 'POST', turn),
  fork: (id: string, fork: ForkSession) => ask(`${at(id)}/fork`, isSessionView, 'POST', fork),
  cancel: (id: string) => send(`${at(id)}/cancel`, 'POST', {}),
  answer: (id: string, permission: string, answer: GivenAnswer) =>
    send(`${at(id)}/permissions/${encodeURIComponent(permission)}`, 'POST', answer),
  trust: (digest: string) => send('/api/trust', 'POST', { answer: 'once', digest }),
  forget: (upload: string) => send(`/api/uploads/${encodeURIComponent(upload)}`, 'DELETE'),
  timeline: (id: string, after?: number) =>
    ask(`${at(id)}/timeline${pageAfter(after)}`, isTimeline),
  signOut: () => send('/api/sign-out', 'POST', {}),
  runs: (after?: string) => ask(`/api/runs${pageAfter(after)}`, isRunList),
  run: (id: string) => ask(runAt(id), isRunView),
  cancelRun: (id: string) =>
    send(`${runAt(id)}/cancel`, 'POST', { reason: 'cancelled in the page' }),
  forkRun: (id: string, fork: RunFork) => ask(`${runAt(id)}:fork`, isForkedRun, 'POST', fork),
  answerRun: (id: string, step: string, answer: RunAnswer) =>
    send(`${runAt(id)}/interrupts/${encodeURIComponent(step)}`, 'POST', answer),
};

export type Api = typeof api;

export function createApi(): Api {
  return api;
}

function pageAfter(last: string | number | undefined): string {
  return last === undefined ? '' : `?after=${last}`;
}

export function bundleAddress(id: string): string {
  return `${at(id)}/debug-bundle`;
}
