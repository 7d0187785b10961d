export { syncDirectory } from './durable.ts';
