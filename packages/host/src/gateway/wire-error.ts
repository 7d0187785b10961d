// What the gateway itself has to say, in the error object of the wire that is spoken, so that each vendor's SDK raises the
// error type that its callers already handle.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Family } from './target.ts';
import { maxDrainedBytes } from './limits.ts';

type ProblemKind =
  | 'malformed'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'slow'
  | 'too-large'
  | 'encoding'
  | 'upgrade'
  | 'busy'
  | 'loop'
  | 'unreachable'
  | 'late'
  | 'internal';

export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
}

const statuses: Readonly<Record<ProblemKind, number>> = {
  malformed: 400,
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  slow: 408,
  'too-large': 413,
  encoding: 415,
  upgrade: 426,
  internal: 500,
  unreachable: 502,
  busy: 503,
  late: 504,
  loop: 508,
};

export function statusOf({ kind }: Problem): number {
  return statuses[kind];
}

/** The error object of this wire. */
function errorBody(family: Family, problem: Problem): object {
  const message = `percept gateway: ${problem.message}`;
  const status = statusOf(problem);
  switch (family) {
    case 'openai':
      return {
        error: { message, type: openaiType(status), param: null, code: `percept_${problem.kind}` },
      };
    case 'anthropic':
      return { type: 'error', error: { type: anthropicType(status), message }, request_id: null };
    case 'bedrock':
      return { message };
    case 'gemini':
      return { error: { code: status, message, status: geminiStatus(status) } };
  }
}

function openaiType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

const anthropicTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
]);

function anthropicType(status: number): string {
  return anthropicTypes.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

const geminiStatuses: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [500, 'INTERNAL'],
  [504, 'DEADLINE_EXCEEDED'],
]);

function geminiStatus(status: number): string {
  return geminiStatuses.get(status) ?? (status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE');
}

export function answerProblem(response: ServerResponse, family: Family, problem: Problem): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(family, problem));
  response.writeHead(statusOf(problem), {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-percept-gateway': 'refused',
    ...(problem.kind === 'busy' && { 'retry-after': '2' }),
  });
  response.end(body);
}

const drainMs = 10_000;

/** A client that is still sending reads the answer only when it is done: the rest is taken and thrown away, up to a point. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), drainMs);
  timer.unref();
  request
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxDrainedBytes) request.destroy();
    })
    .once('close', () => clearTimeout(timer))
    .on('error', () => undefined)
    .resume();
}
