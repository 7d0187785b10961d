// What the middleware tells its host, as it happens.
import type { BlobId } from '../ids.ts';
import type { LensReport } from '../lens/report.ts';
import type { Frontier } from '../lens/state.ts';
import type { MediaFault } from '../recovery/fault.ts';

export type LensEvent =
  /** What the model is about to see. */
  | { readonly type: 'request-lowered'; readonly report: LensReport }
  /** Persist it as a record entry, and the next process shows the same. */
  | { readonly type: 'frontier-moved'; readonly frontier: Frontier }
  /** The provider refused the request over its media; one more is sent without what is under suspicion. */
  | {
      readonly type: 'request-degraded';
      readonly fault: MediaFault;
      readonly message: string;
      readonly suspects: readonly BlobId[];
    }
  /** Persist it: the blob is not sent again. */
  | { readonly type: 'blob-quarantined'; readonly blob: BlobId; readonly reason: string }
  /** The degraded request was refused as well; the first refusal is thrown. */
  | { readonly type: 'recovery-failed'; readonly fault: MediaFault };
