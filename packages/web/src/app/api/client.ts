// Requests to the server that served this page. Whatever goes wrong is a value with words for the person, and a server
// that does not answer is told apart from one that says no.
import type {
  Forecast,
  ForkedRun,
  ForkSession,
  GivenAnswer,
  ModelCard,
  NewTurn,
  RunAnswer,
  RunFork,
  RunList,
  RunView,
  SessionList,
  SessionSummary,
  SessionView,
  StartedTurn,
  Status,
  Timeline,
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

export interface Api {
  status(): Promise<Reply<Status>>;
  /** `draft` as JSON, which is also what tells one draft from another. */
  forecast(draft: string): Promise<Reply<Forecast>>;
  sessions(after?: string): Promise<Reply<SessionList>>;
  session(id: string, before?: number): Promise<Reply<SessionView>>;
  create(model: ModelCard['name'] | undefined): Promise<Reply<SessionView>>;
  remove(id: string): Promise<Reply<unknown>>;
  choose(id: string, model: string): Promise<Reply<SessionSummary>>;
  prompt(id: string, turn: NewTurn): Promise<Reply<StartedTurn>>;
  fork(id: string, fork: ForkSession): Promise<Reply<SessionView>>;
  cancel(id: string): Promise<Reply<unknown>>;
  answer(id: string, permission: string, answer: GivenAnswer): Promise<Reply<unknown>>;
  trust(digest: string): Promise<Reply<unknown>>;
  forget(upload: string): Promise<Reply<unknown>>;
  timeline(id: string, after?: number): Promise<Reply<Timeline>>;
  signOut(): Promise<Reply<unknown>>;
  runs(after?: string): Promise<Reply<RunList>>;
  run(id: string): Promise<Reply<RunView>>;
  cancelRun(id: string): Promise<Reply<unknown>>;
  forkRun(id: string, fork: RunFork): Promise<Reply<ForkedRun>>;
  answerRun(id: string, step: string, answer: RunAnswer): Promise<Reply<unknown>>;
}

/** How many turns are fetched at once: more than a screen, less than a wait. */
const turnsPerPage = 40;

export function createApi(): Api {
  return {
    status: () => ask('/api/status', isStatus),
    forecast: (draft) => ask('/api/forecast', isForecast, 'POST', draft),
    sessions: (after) =>
      ask(`/api/sessions${after === undefined ? '' : `?after=${after}`}`, isSessionList),
    session: (id, before) =>
      ask(
        `${at(id)}?turns=${turnsPerPage}${before === undefined ? '' : `&before=${before}`}`,
        isSessionView,
      ),
    create: (model) =>
      ask('/api/sessions', isSessionView, 'POST', model === undefined ? {} : { model }),
    remove: (id) => send(at(id), 'DELETE'),
    choose: (id, model) => ask(`${at(id)}/model`, isSessionSummary, 'POST', { model }),
    prompt: (id, turn) => ask(`${at(id)}/turns`, isStartedTurn, 'POST', turn),
    fork: (id, fork) => ask(`${at(id)}/fork`, isSessionView, 'POST', fork),
    cancel: (id) => send(`${at(id)}/cancel`, 'POST', {}),
    answer: (id, permission, answer) =>
      send(`${at(id)}/permissions/${encodeURIComponent(permission)}`, 'POST', answer),
    trust: (digest) => send('/api/trust', 'POST', { answer: 'once', digest }),
    forget: (upload) => send(`/api/uploads/${encodeURIComponent(upload)}`, 'DELETE'),
    timeline: (id, after) =>
      ask(`${at(id)}/timeline${after === undefined ? '' : `?after=${after}`}`, isTimeline),
    signOut: () => send('/api/sign-out', 'POST', {}),
    runs: (after) => ask(`/api/runs${after === undefined ? '' : `?after=${after}`}`, isRunList),
    run: (id) => ask(runAt(id), isRunView),
    cancelRun: (id) => send(`${runAt(id)}/cancel`, 'POST', { reason: 'cancelled in the page' }),
    forkRun: (id, fork) => ask(`${runAt(id)}:fork`, isForkedRun, 'POST', fork),
    answerRun: (id, step, answer) =>
      send(`${runAt(id)}/interrupts/${encodeURIComponent(step)}`, 'POST', answer),
  };
}

export function bundleAddress(id: string): string {
  return `${at(id)}/debug-bundle`;
}
