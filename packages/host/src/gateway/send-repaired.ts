// A repaired request on its way out: sent, and sent once more with less when it is refused over its media. Whoever carries the
// bytes, a socket of the gateway or a `fetch` of the program, is the caller's to say; what is decided is the same.
import { doneBy, type Done, type GatewayEntry } from './account.ts';
import type { Cause, Refusal, Repair } from './repair.ts';

/** What is known about a request so far. */
export interface Progress {
  done: Done;
  requestBytes: number;
  sentBytes: number;
  leftAtMs: number | undefined;
  recovered: Cause | undefined;
  recovery: GatewayEntry['recovery'];
}

export type BodyChange = 'as-it-came' | 'changed' | 'sent-again';

/** An answer of which as much was read as tells whether it is a refusal; nothing of it is lost. */
export interface Told<A> {
  readonly answer: A;
  readonly refusal?: Refusal;
}

/** Who carries a body to its provider. `N`: how it says that there is no answer. */
export interface Carrier<A, N> {
  post(body: readonly Buffer[], change: BodyChange): Promise<{ readonly answer: A } | N>;
  /** `hadMedia`: then even a stream may begin with a refusal. */
  read(answer: A, hadMedia: boolean): Promise<Told<A>>;
  status(answer: A): number;
  /** Nobody will read it. */
  drop(answer: A): void;
  /** Told of bugs on the way to a second try. */
  report(error: unknown): void;
}

export async function sendRepaired<A, N extends object>(
  carrier: Carrier<A, N>,
  progress: Pick<Progress, 'done' | 'recovered' | 'recovery'>,
  { bytes, repair, signal }: { bytes: Buffer; repair: Repair; signal: AbortSignal },
): Promise<{ readonly answer: A } | N> {
  progress.done = doneBy(repair);
  const first = repair.pieces
    ? await carrier.post(repair.pieces, 'changed')
    : await carrier.post([bytes], 'as-it-came');
  if (!isAnswered(first)) return first;
  const { answer, refusal } = await carrier.read(first.answer, hasMedia(repair));
  if (!refusal) {
    if (carrier.status(answer) < 400) repair.taken();
    return { answer };
  }
  const retry = await repair.again(refusal).catch((error: unknown) => {
    // Whatever goes wrong on the way to a second try, the first answer is still an answer.
    signal.throwIfAborted();
    if (!(error instanceof RangeError)) carrier.report(error);
  });
  if (!retry?.repair.pieces) return { answer };
  progress.recovered = retry.cause;
  const second = await carrier.post(retry.repair.pieces, 'sent-again');
  if (!isAnswered(second)) {
    if (signal.aborted) return second;
    progress.recovery = 'refused';
    return { answer };
  }
  const again = await carrier.read(second.answer, hasMedia(retry.repair));
  if (again.refusal || carrier.status(again.answer) >= 400) {
    progress.recovery = 'refused';
    carrier.drop(again.answer);
    return { answer };
  }
  progress.recovery = 'taken';
  progress.done = doneBy(retry.repair);
  retry.repair.taken();
  carrier.drop(answer);
  return { answer: again.answer };
}

function isAnswered<A, N extends object>(
  sent: { readonly answer: A } | N,
): sent is { readonly answer: A } {
  return 'answer' in sent;
}

function hasMedia({ report }: Repair): boolean {
  return report !== undefined && report.slots.length > 0;
}
