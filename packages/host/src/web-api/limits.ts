// What one person may send through the browser at once. How many pictures and how large a file is the `images` section of the
// configuration, as on every face.

export interface WebLimits {
  readonly maxTextChars: number;
  /** Files that are taken in at the same moment, by everybody together. */
  readonly maxUploadsAtOnce: number;
  /** Files of one tenant that were taken in and not sent. */
  readonly maxPendingUploads: number;
  /** Of those files, their pages included. */
  readonly maxPendingUploadBytes: number;
  /** Uploads that were never sent are forgotten after this. */
  readonly maxUploadAgeMs: number;
  /** Events of a session that are held for somebody who comes back. */
  readonly maxHeldEvents: number;
  /** Turns that run at the same moment, by everybody together; one tenant gets three quarters at most. */
  readonly maxTurnsAtOnce: number;
  readonly maxTurnsPerPage: number;
  readonly maxEntriesPerPage: number;
  /** By everybody together. Of these and of the uploads one tenant gets three quarters at most. */
  readonly maxEventStreams: number;
}

export const webLimits: WebLimits = {
  maxTextChars: 200_000,
  maxUploadsAtOnce: 8,
  maxPendingUploads: 200,
  maxPendingUploadBytes: 1024 * 1024 * 1024,
  maxUploadAgeMs: 24 * 60 * 60 * 1000,
  maxHeldEvents: 4000,
  maxTurnsAtOnce: 32,
  maxTurnsPerPage: 200,
  maxEntriesPerPage: 200,
  maxEventStreams: 256,
};

// web-api
export const maxRememberedLinks = 20_000;
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000;
export const maxOpenConversations = 200;
export const maxGists = 1000;
export const maxTimelineChars = 4000;
