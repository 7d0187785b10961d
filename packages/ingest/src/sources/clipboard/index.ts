export { readClipboard } from './read-clipboard.ts';
export { type ClipboardContent, type ClipboardOptions } from './options.ts';
