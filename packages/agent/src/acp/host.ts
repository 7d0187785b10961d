// What an ACP endpoint stands on. Nothing is opened before it is asked for: `initialize` is answered from configuration
// alone, and the store, the decoders and the renderers come with the first session.
import type { Advertisement } from './capability.ts';
import type { SessionPool } from '../runtime/session-pool.ts';
import type { AcpLimits } from './limits.ts';

export interface AcpHost {
  readonly version: string;
  readonly limits: AcpLimits;
  advertisement(): Promise<Advertisement>;
  /** What is not done here because nobody trusted it yet. */
  remarks(): Promise<readonly string[]>;
  /** The same pool every time. */
  pool(): Promise<SessionPool>;
}
