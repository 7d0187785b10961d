// Asking a client for its roots, in whichever way its protocol revision allows. They are asked for with every call, so a
// list that changed is never remembered; a client that has roots and does not tell them gets nothing read.
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, isRecord, readText } from '@percept/core/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  SdkError,
  SdkErrorCode,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpLimits } from './limits.ts';
import { pathOfRoot, type ClientFolders } from './roots.ts';

export type Era = 'legacy' | 'modern';

export type ClientRoots =
  | { readonly kind: 'known'; readonly roots: ClientFolders }
  /** The revision of 2026-07-28 has no way to ask during a call: the client calls again with the answer. */
  | { readonly kind: 'ask'; readonly result: InputRequiredResult };

const key = 'roots';

export async function askRoots(
  context: ServerContext,
  era: Era,
  { rootsTimeoutMs, maxClientRoots }: McpLimits,
): Promise<Outcome<ClientRoots>> {
  if (era === 'legacy') return askDuringCall(context, rootsTimeoutMs, maxClientRoots);
  if (!declaresRoots(context)) return accept({ kind: 'known', roots: 'unspoken' });
  const answer = inputResponse(context.mcpReq.inputResponses, key);
  if (answer.kind === 'roots') return known(answer.roots, maxClientRoots);
  if (context.mcpReq.inputResponses) return refuse(untold);
  const result = inputRequired({ inputRequests: { [key]: inputRequired.listRoots() } });
  return accept({ kind: 'ask', result });
}

async function askDuringCall(
  context: ServerContext,
  timeoutMs: number,
  maxRoots: number,
): Promise<Outcome<ClientRoots>> {
  try {
    const options = { timeout: timeoutMs, signal: context.mcpReq.signal };
    const { roots } = await context.mcpReq.send({ method: 'roots/list' }, options);
    return known(roots, maxRoots);
  } catch (error) {
    // Thrown before anything is sent, because the server enforces what a client declared.
    const isSilent =
      error instanceof SdkError && error.code === SdkErrorCode.CapabilityNotSupported;
    return isSilent ? accept({ kind: 'known', roots: 'unspoken' }) : refuse(untold);
  }
}

function declaresRoots({ mcpReq: { envelope } }: ServerContext): boolean {
  return isRecord(inside(envelope, CLIENT_CAPABILITIES_META_KEY, 'roots'));
}

function known(listed: readonly unknown[], maxRoots: number): Outcome<ClientRoots> {
  if (listed.length > maxRoots)
    return refuse({
      refused: 'too-many',
      message: `The client lists ${listed.length} roots, and at most ${maxRoots} are taken.`,
      hint: 'List the folders that hold them.',
      limit: { name: 'maxClientRoots', max: maxRoots, actual: listed.length },
    });
  if (listed.length === 0) return accept({ kind: 'known', roots: 'none' });
  const roots = listed.flatMap((root) => {
    return pathOfRoot(readText(inside(root, 'uri')) ?? '') ?? [];
  });
  return accept({ kind: 'known', roots });
}

const untold = {
  refused: 'unavailable',
  message: 'The client has roots and did not say which, so no file may be read.',
  hint: 'Try again, or name stored media as media:sha256-….',
} as const;
