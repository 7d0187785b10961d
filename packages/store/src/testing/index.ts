export { grantsSuite, type MakeGranting } from './grants-suite.ts';
export { blobStoreSuite, type MakeBlobStore } from './blob-store-suite.ts';
export { leaseSuite, type MakeLeasing } from './lease-suite.ts';
export { sessionRecordSuite, type MakeSessionRecord } from './session-record-suite.ts';
export { VolatileBlobStore } from './volatile-blob-store.ts';
export type { Test } from './harness.ts';
