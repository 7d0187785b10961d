// What one person may send through the browser at once. How many pictures and how large a file is the `images` section of the
// configuration, as on every face.
import { defineLimits } from '@percept/core/internal/options';

export const webLimits = defineLimits({
  maxTextChars: 200_000,
  /** Files that are taken in at the same moment, by everybody together. */
  maxUploadsAtOnce: 8,
  /** Files of one tenant that were taken in and not sent. */
  maxPendingUploads: 200,
  /** Of those files, their pages included. */
  maxPendingUploadBytes: 1024 * 1024 * 1024,
  /** Uploads that were never sent are forgotten after this. */
  maxUploadAgeMs: 24 * 60 * 60 * 1000,
  /** Events of a session that are held for somebody who comes back. */
  maxHeldEvents: 4000,
  /** Turns that run at the same moment, by everybody together; one tenant gets three quarters at most. */
  maxTurnsAtOnce: 32,
  maxTurnsPerPage: 200,
  maxEntriesPerPage: 200,
  /** By everybody together. Of these and of the uploads one tenant gets three quarters at most. */
  maxEventStreams: 256,
});
export type WebLimits = typeof webLimits;

// web-api
export const maxRememberedLinks = 20_000;
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000;
export const maxOpenConversations = 200;
export const maxGists = 1000;
export const maxTimelineChars = 4000;
