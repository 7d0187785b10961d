// What a person is asked before it happens. Whoever cannot be asked has not permitted anything.
import type { Json } from '@percept/core';
import type { EditRequest } from '../tools/index.ts';

export type PermitRequest =
  | ({ readonly kind: 'edit' } & EditRequest)
  /** A tool of a server that is not ours: what it does is only known by what its server says. */
  | {
      readonly kind: 'server-call';
      readonly server: string;
      /** As the model calls it. */
      readonly tool: string;
      readonly input: Json;
    };

export type Permit = (
  request: PermitRequest,
  callId: string,
  signal: AbortSignal,
) => Promise<boolean>;
