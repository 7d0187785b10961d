// Refusals as JSON-RPC errors, with the facts in `data`: -32002 for what is not there, -32602 for what was asked wrongly,
// -32603 for what we could not do.
import { RequestError } from '@agentclientprotocol/sdk';
import { jsonOf } from '@percept/core/internal';
import { type Outcome, type Refusal } from '@percept/core';
import { RuntimeSetupError } from '../runtime/runtime.ts';

export function requestError(refusal: Refusal): RequestError {
  const message = `${refusal.message} ${refusal.hint}`;
  return new RequestError(codeOf(refusal), message, jsonOf(refusal));
}

function codeOf({ refused }: Refusal): number {
  switch (refused) {
    case 'absent':
      return -32_002;
    case 'invalid-input':
    case 'too-large':
    case 'too-many':
    case 'forbidden':
      return -32_602;
    default:
      return -32_603;
  }
}

/** Settings that cannot be used are told in their own words; of any other error a client is shown that it is internal. */
export async function inWords<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    throw error instanceof RuntimeSetupError ? requestError(error.refusal) : error;
  });
}

export function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw requestError(outcome.refusal);
}
