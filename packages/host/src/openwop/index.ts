export { createOpenwop, type OpenwopOptions } from './openwop.ts';
export { type Credential } from '../http/caller.ts';
