// From a thrown error to a plan for the one retry, or nothing when the error is not about media.
import type { Lowered } from '../lens/lower.ts';
import type { Memo } from '../lens/memo.ts';
import { isRecord, readText } from '../parse/read.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { degrade, type Degraded } from '../recovery/degrade.ts';
import { classifyRefusal, type MediaFault, type ProviderRefusal } from '../recovery/fault.ts';

export interface Recovery {
  readonly fault: MediaFault;
  readonly degraded: Degraded;
  /** The provider's own words. */
  readonly message: string;
}

export function recoverFrom(
  error: unknown,
  sent: Lowered,
  profile: ModelProfile,
  memo: Memo,
): Recovery | undefined {
  const hasMedia = sent.edits.some((edit) => edit.place !== 'words');
  const refusal = readRefusal(error, hasMedia);
  const fault = refusal && classifyRefusal(refusal);
  if (!refusal || !fault) return undefined;
  const degraded = degrade(fault, sent, profile, memo);
  const changes = degraded.profile ?? degraded.thinking ?? degraded.suspects[0];
  return changes === undefined
    ? undefined
    : { fault, degraded, message: refusal.text.slice(0, 500) };
}

/** An API call error by its fields: its class may come from another copy of the SDK. */
function readRefusal(error: unknown, hadMedia: boolean): ProviderRefusal | undefined {
  if (!isRecord(error)) return undefined;
  const status = typeof error['statusCode'] === 'number' ? error['statusCode'] : undefined;
  const text = [readText(error['message']), readText(error['responseBody'])]
    .filter((part) => part !== undefined)
    .join('\n');
  // An error without a status is the package's own: it threw on a part that it does not take.
  return status === undefined && readText(error['name'])?.startsWith('AI_') !== true
    ? undefined
    : { text, hadMedia, ...(status !== undefined && { status }) };
}
