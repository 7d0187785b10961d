export { createWebApi, type FolderTrust } from './web-api.ts';
