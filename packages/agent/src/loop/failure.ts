// A provider's failure as a refusal that may be shown: what went wrong and what to do, without addresses that carry keys.
import { answerLimits, isRecord, oneLine, readText } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import { EndlessAnswerError } from '../models/language-model.ts';

export function failureOf(
  error: unknown,
  { name, host }: { readonly name: string; readonly host: string },
): Refusal {
  if (isEndless(error))
    return {
      refused: 'too-large',
      message: `${oneLine(name)} at ${host} was stopped: one answer may have ${answerLimits.maxAnswerBytes} bytes.`,
      hint: 'Ask for less at once, or switch to another model.',
    };
  const status = statusOf(error);
  const who = `${oneLine(name)} at ${host}`;
  const words = wordsOf(error);
  return {
    refused: 'unavailable',
    message: `${who} ${status === undefined ? 'could not be reached' : `answered with status ${status}`}${words === '' ? '.' : `: ${words}`}`,
    hint: hintFor(status),
  };
}

/** Wherever it stands among the causes: every package wraps what its stream throws in its own way. */
function isEndless(error: unknown): boolean {
  if (error instanceof EndlessAnswerError) return true;
  return isRecord(error) && [error['cause'], error['lastError']].some(isEndless);
}

/** The SDK wraps the last failure of several attempts. */
function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  if (typeof error['statusCode'] === 'number') return error['statusCode'];
  return isRecord(error['lastError']) ? statusOf(error['lastError']) : undefined;
}

function wordsOf(error: unknown): string {
  if (!isRecord(error)) return '';
  const last = isRecord(error['lastError']) ? error['lastError'] : error;
  const message = (readText(last['message']) ?? '').slice(0, 4_000);
  return oneLine(
    message
      .replaceAll(/https?:\/\/\S+/g, (address) => address.replace(/[?#].*$/, ''))
      .replaceAll(/\b(sk|key|Bearer)[-_ ][\w-]{8}[\w-]*/g, '[redacted]'),
    300,
  );
}

function hintFor(status: number | undefined): string {
  switch (status) {
    case undefined:
      return 'Check that the server runs and can be reached, then send the message again.';
    case 401:
    case 403:
      return 'Check the key of this model.';
    case 404:
      return 'Check the name of the model and the address of its server.';
    case 429:
      return 'Wait a moment, then send the message again.';
    default:
      return 'Send the message again, or switch to another model.';
  }
}
