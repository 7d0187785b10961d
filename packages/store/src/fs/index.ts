export { FileBlobStore } from './file-blob-store.ts';
export { syncDirectory } from './durable.ts';
