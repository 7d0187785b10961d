export { readClipboard } from './read-clipboard.ts';
export { type ClipboardOptions, type TerminalRead } from './options.ts';
