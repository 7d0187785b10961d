export { syncDirectory } from './disk.ts';
