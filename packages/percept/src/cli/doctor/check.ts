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
    | 'pictures'
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

interface Verdicts {
  readonly ok: (message: string) => Check;
  readonly warn: (message: string, fix: string) => Check;
  readonly fail: (message: string, fix: string) => Check;
}

/** What is said of one part. */
export function about(part: Check['part']): Verdicts {
  return {
    ok: (message) => ({ part, status: 'ok', message }),
    warn: (message, fix) => ({ part, status: 'warn', message, fix }),
    fail: (message, fix) => ({ part, status: 'fail', message, fix }),
  };
}
