export { readClipboard } from './read-clipboard.ts';
export type { ClipboardOptions, TerminalRead } from './content.ts';
