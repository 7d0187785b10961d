// What one prompt may hold over ACP in all; how many pictures and how large a file is the `images` section of the
// configuration, as on every face. The transport takes more than the sum, so that it is this file that says no, with an
// answer, and never a connection that dies: maxTotalBytes × 4/3 (base64) plus text stays under maxMessageBytes.
import { doorLimits } from '@percept/core';
import { defineLimits } from '@percept/core/internal/options';

export const acpLimits = defineLimits({
  maxMessageBytes: 160 * 1024 * 1024,
  /** Raw bytes of everything in one prompt: more than one file may have. */
  maxTotalBytes: 112 * 1024 * 1024,
  maxEdgePx: doorLimits.maxSourceEdgePx,
  maxDurationMs: 4 * 60 * 60 * 1000,
});
export type AcpLimits = typeof acpLimits;
