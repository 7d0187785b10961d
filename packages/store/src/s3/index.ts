export { S3BlobStore } from './s3-blob-store.ts';
export { S3Backend } from './s3-backend.ts';
export type { PresignOptions } from './objects.ts';
export type { S3Limits } from './limits.ts';
export type { S3Credentials, S3Options } from './options.ts';
