// tmux knows the terminal outside: it asked when that attached. Asking tmux is one process and no sequence, and it says
// what a reply from inside cannot: tmux claims sixel for itself wherever it runs.
import { execFile } from 'node:child_process';
import type { Size } from '@percept/core';
import { tmuxTimeoutMs } from '../limits.ts';

export interface TmuxClient {
  /** The terminal outside, as it names itself; empty when it did not say. */
  readonly terminal: string;
  readonly hasSixel: boolean;
  /** Whether tmux hands wrapped sequences on. */
  readonly passesThrough: boolean;
  readonly cell?: Size;
}

const format = [
  '#{client_termtype}',
  '#{client_termfeatures}',
  '#{allow-passthrough}',
  '#{client_cell_width}',
  '#{client_cell_height}',
].join('\t');

export function askTmux(pane: string | undefined): Promise<TmuxClient | undefined> {
  const target = pane !== undefined && /^%\d+$/.test(pane) ? ['-t', pane] : [];
  return new Promise((resolve) => {
    const call = ['display-message', '-p', ...target, format];
    execFile('tmux', call, { timeout: tmuxTimeoutMs, encoding: 'utf8' }, (error, stdout) => {
      resolve(error ? undefined : parseTmuxClient(stdout));
    });
  });
}

export function parseTmuxClient(line: string): TmuxClient | undefined {
  const fields = line.trimEnd().split('\t');
  if (fields.length < 3) return undefined;
  const [terminal = '', features = '', passthrough = '', width = '', height = ''] = fields;
  const cell = { width: Number(width), height: Number(height) };
  return {
    terminal,
    hasSixel: features.split(',').includes('sixel'),
    passesThrough: ['on', 'all', '1', '2'].includes(passthrough),
    ...(cell.width > 0 && cell.height > 0 && { cell }),
  };
}
