// What went wrong with a server, as a refusal. Servers and libraries quote what they were sent, so every secret that the
// person configured is taken out of the words.
import { oneLine } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ClientServer, WebServer } from './server.ts';
import { FloodError } from './traffic.ts';
import { maxServerFailureChars } from './limits.ts';

/** A shorter value is in every text by chance. */
const minSecretChars = 6;

export function failureOf(error: unknown, server: ClientServer): Refusal {
  const who = `The server ${oneLine(server.name, 60)}`;
  if (error instanceof FloodError)
    return { ...error.refusal, message: `${who} sent too much: ${error.refusal.message}` };
  if (isTimeout(error))
    return {
      refused: 'timed-out',
      message: `${who} did not answer in time.`,
      hint: 'Try once more, or go on without it.',
    };
  const words = error instanceof Error ? error.message + causeOf(error) : String(error);
  return {
    refused: 'unavailable',
    message: `${who} failed: ${discreetly(words, server)}.`,
    hint: 'Go on without it, or ask the user to look into it.',
  };
}

/** "fetch failed" helps nobody. */
function causeOf({ cause }: Error): string {
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}

function isTimeout(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function discreetly(text: string, server: ClientServer): string {
  let clean = text;
  for (const secret of secretsOf(server)) clean = clean.replaceAll(secret, '***');
  return oneLine(clean, maxServerFailureChars).replace(/\.$/, '');
}

/** The longest first: a header's value before the token inside it. */
function secretsOf(server: ClientServer): readonly string[] {
  const values = server.transport === 'stdio' ? Object.values(server.env) : webSecrets(server);
  return values
    .filter((value) => value.length >= minSecretChars)
    .toSorted((one, other) => other.length - one.length);
}

function webSecrets({ url, headers }: WebServer): readonly string[] {
  const { href, search, password } = new URL(url);
  return [
    ...headers.flatMap(([, value]) => [value, ...value.split(/\s+/)]),
    url,
    href,
    search,
    password,
  ];
}
