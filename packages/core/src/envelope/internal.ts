// For sister packages only: not public, and without a promise between versions.
export { protocolKinds, universalKinds } from './envelope.ts';
export { readRendering } from './parse.ts';
export { maxInlineMediaBytes } from '../limits.ts';
export { redactJson, secretRedactor } from './redact.ts';
