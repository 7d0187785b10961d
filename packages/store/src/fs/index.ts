export { FileBlobStore } from './file-blob-store.ts';
