export { readClipboard } from './read-clipboard.ts';
export { type ClipboardOptions } from './options.ts';
