export { createOpenwop, type OpenwopOptions } from './openwop.ts';
export { type Credential } from './caller.ts';
