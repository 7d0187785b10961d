// The way to the live chat: what draws it (Ink, React, a layout engine) is loaded when somebody sits in front of it. One question in
// a pipe needs none of it, and loading it is half of its start.
import {
  call,
  checkOptions,
  group,
  has,
  signal as signalRule,
} from '@percept/core/internal/options';
import type * as App from './app.ts';
import type { LiveChatOptions } from './app.ts';

/**
 * Ends when the person leaves; the id of the last session, if one was opened, is for whoever says how to come back.
 *
 * @example await runLiveChat({ surroundings, input: stdin, output: stdout, open: async () => ({ host, conversation, resumed: false }), signal });
 */
export async function runLiveChat(options: LiveChatOptions): Promise<string | undefined> {
  checkOptions('runLiveChat', options, {
    surroundings: group,
    input: has('on'),
    output: has('write'),
    open: call,
    signal: signalRule,
  });
  const { drawLiveChat } = await loadApp();
  return drawLiveChat(options);
}

/** React chooses at its first import which of its two builds it is, and the one for its developers checks all that it draws. */
async function loadApp(): Promise<typeof App> {
  const { NODE_ENV: given } = process.env;
  process.env['NODE_ENV'] ??= 'production';
  try {
    return await import('./app.ts');
  } finally {
    // What is started later inherits nothing of it.
    if (given === undefined) delete process.env['NODE_ENV'];
  }
}
