// One thing that the doctor looked at. A fix is a sentence that a person can follow; `fail` is for what is broken, and
// never for what is merely not there.

export interface Check {
  readonly part:
    | 'terminal'
    | 'clipboard'
    | 'models'
    | 'routes'
    | 'making'
    | 'store'
    | 'eyes'
    | 'renderers'
    | 'sandbox'
    | 'user'
    | 'edits'
    | 'servers'
    | 'trust'
    | 'modes'
    | 'keys';
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly fix?: string | undefined;
}

export function ok(part: Check['part'], message: string): Check {
  return { part, status: 'ok', message };
}

export function warn(part: Check['part'], message: string, fix: string): Check {
  return { part, status: 'warn', message, fix };
}

export function fail(part: Check['part'], message: string, fix: string): Check {
  return { part, status: 'fail', message, fix };
}
