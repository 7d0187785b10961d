// The published suites, over everything in this package that implements a port.
import { describe, test } from 'vitest';
import { openMemory } from '../src/index.ts';
import {
  blobStoreSuite,
  leaseSuite,
  sessionRecordSuite,
  VolatileBlobStore,
} from '../src/testing/index.ts';
import { freshDirectory } from './scene.ts';

describe(
  'the volatile blob store',
  { tags: ['f-store-shared-suite', 's002-blob-put-idempotent', 's002-blob-not-found'] },
  () => {
    blobStoreSuite(test, async () => ({ store: new VolatileBlobStore() }));
  },
);

describe(
  'the memory as a blob store',
  {
    tags: [
      'f-store-shared-suite',
      's002-blob-put-idempotent',
      's002-blob-not-found',
      's002-blob-invalid-sha',
      'f-store-blob-concurrent-put',
      'f-fsck-7-put-idempotent',
    ],
  },
  () => {
    blobStoreSuite(test, async () => {
      const store = await openMemory({ directory: await freshDirectory() });
      return { store, close: () => store.close() };
    });
  },
);

describe(
  'the memory as a session record',
  { tags: ['f-store-shared-suite', 'f-store-append-order', 'f-store-paged-lists'] },
  () => {
    sessionRecordSuite(test, async () => {
      const memory = await openMemory({ directory: await freshDirectory() });
      return { sessions: memory.sessions, blobs: memory, close: () => memory.close() };
    });
  },
);

describe('leases and marks of the memory', { tags: ['f-store-leases'] }, () => {
  leaseSuite(test, async (clock) => openMemory({ directory: await freshDirectory(), clock }));
});
