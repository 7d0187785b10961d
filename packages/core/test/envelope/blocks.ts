// Stored blocks of every kind, of the size of the inline picture.
import { isBlobId } from '../../src/ids.ts';
import { type StoredBlock } from '../../src/index.ts';
import { pngBytes } from './scene.ts';

const sha256 = 'a'.repeat(64);
if (!isBlobId(sha256)) throw new TypeError('Not a blob id.');

const frame = {
  sha256,
  bytes: pngBytes,
  source: { kind: 'blob' },
  origin: { kind: 'attachment', name: 'a' },
} as const;

export const stored: readonly StoredBlock[] = [
  { type: 'image', mime: 'image/png', width: 3, height: 2, ...frame },
  { type: 'audio', mime: 'audio/wav', durationMs: 1500, ...frame },
  { type: 'audio', mime: 'audio/mpeg', ...frame },
  { type: 'file', mime: 'application/pdf', name: 'report.pdf', ...frame },
  { type: 'file', mime: 'text/csv', ...frame },
];
