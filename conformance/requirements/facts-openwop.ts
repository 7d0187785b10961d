// Facts, openwop.md: where the landed protocol differs from the RFC, and what upstream's suite never checks.

import { section } from '../requirement.ts';

export const factsOpenwop = [
  ...section('facts/openwop', '§1 Protocol', 7, {
    'f-wop-discovery': { trap: 'Discovery is unauthenticated and has its four required members.' },
    'f-wop-runs': { trap: 'Runs are created, read, listed and cancelled.' },
    'f-wop-idempotency': { trap: 'An idempotency key replays; another body under it is 409.' },
    'f-wop-events-sse': { trap: 'Events stream as SSE with modes, buffering and Last-Event-ID.' },
    'f-wop-events-json': { trap: 'The same route answers JSON, and poll works.' },
    'f-wop-errors': { trap: 'Every non-2xx is the closed error envelope.' },
    'f-wop-tenant-from-credential': {
      trap: 'The tenant comes from the credential, never the body.',
    },
    'f-wop-interrupts': { trap: 'Interrupts resolve by the signed-token recipe.' },
    'f-wop-debug-redacted': { trap: 'Secret-looking inputs are redacted in the debug bundle.' },
    'f-wop-acceptor': { trap: 'An envelope is accepted, invalid, gated or breached.' },
  }),
  ...section('facts/openwop', '§2 Traps of RFC 0055', 7, {
    'f-wop-schema-version-int': {
      trap: 'schemaVersion is an integer; the example of the RFC is invalid.',
    },
    'f-wop-url-absolute': { trap: 'Asset URLs are absolute.' },
    'f-wop-url-xor-base64': { trap: 'A payload has exactly one of url and base64.' },
    'f-wop-bytes-true': { trap: 'bytes equals the real size.' },
    'f-wop-capabilities-root': {
      trap: 'modelCapabilities is a root family, not inside aiProviders.',
    },
    'f-wop-both-places': { trap: 'Families stand at the root and in the deprecated wrapper.' },
    'f-wop-retention-not-ttl': { trap: 'Retention follows the log of the run, not a fixed hour.' },
    'f-wop-unminted-404': { trap: 'A token that was never minted answers 404.' },
    'f-wop-second-tenant': { trap: 'A second tenant can read nothing: tested, unlike upstream.' },
    'f-wop-no-soft-skip': {
      trap: 'Scenarios that need a capability are asserted on a host that advertises it, not passed over.',
    },
    'f-wop-upstream-schemas': { trap: 'Every response validates against the upstream schemas.' },
    'f-wop-no-claim': { trap: 'We never claim the unqualified word conformant.' },
  }),
  ...section('facts/openwop', '§5 After RFC 0055', 7, {
    'f-wop-unsupported-modality': {
      trap: 'A part of an unadvertised modality is refused by name.',
    },
    'f-wop-content-parts': {
      trap: 'callAI parts are read in both spellings of data and of document.',
    },
    'f-wop-media-untrusted': { trap: 'Media that came in is marked untrusted.' },
  }),
] as const;
