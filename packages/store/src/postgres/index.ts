export { openScaledMemory, type ScaledMemory, type ScaledMemoryOptions } from './scaled-memory.ts';
export type { BlobBackend, BlobCopy } from './blob-backend.ts';
export { FileBackend } from './file-backend.ts';
export type { PostgresLimits } from './limits.ts';
export type { MigrationPolicy } from './migrations.ts';
