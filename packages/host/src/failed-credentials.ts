// Wrong credentials, counted by the address that they come from. Whoever sends too many is told to wait instead of being
// told that they were wrong; a right one is never held up by somebody else behind the same address.
import type { IncomingHttpHeaders } from 'node:http';
import { answerRaw, type Face } from './face.ts';
import { BoundedMap, definedOf } from '@percept/core/internal';
import { problem } from './http/problem.ts';
import { maxWatchedAddresses } from './limits.ts';

export interface FailedCredentialsSetup {
  readonly maxPerMinute: number;
  /** Whether somebody known here sent this. */
  readonly isKnown: (headers: Headers) => boolean;
  readonly clock: () => number;
}

interface Failures {
  readonly since: number;
  readonly count: number;
}

const windowMs = 60_000;

/** Stands in front of everything that asks for a credential. */
export function failedCredentials(setup: FailedCredentialsSetup): Face {
  const { maxPerMinute, isKnown, clock } = setup;
  const failures = new BoundedMap<Failures>(maxWatchedAddresses);
  return {
    name: 'failed-credentials',
    handle: ({ headers, socket, url = '' }, response) => {
      const shown = headers.authorization ?? headers.cookie;
      if (shown === undefined && !/[?&]key=/.test(url)) return false;
      const address = socket.remoteAddress ?? '';
      const known = failures.get(address);
      const now = clock();
      const held = known && now - known.since < windowMs ? known : { since: now, count: 0 };
      response.once('finish', () => {
        if (response.statusCode !== 401) return;
        const { since, count } = failures.get(address) ?? held;
        failures.set(address, { since: now - since < windowMs ? since : now, count: count + 1 });
      });
      if (held.count < maxPerMinute || isKnown(headersOf(headers))) return false;
      const retryAfter = Math.max(1, Math.ceil((held.since + windowMs - now) / 1000));
      const message = 'Too many wrong credentials came from this address.';
      answerRaw(response, problem(429, 'too_many_failures', message, { retryAfter }));
      return true;
    },
    close: async () => {},
  };
}

function headersOf({ authorization, cookie }: IncomingHttpHeaders): Headers {
  return new Headers(definedOf({ authorization, cookie }));
}
