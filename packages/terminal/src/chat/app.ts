// The chat on a live terminal. Ink draws the part that changes, at the bottom; everything above it was written once and
// belongs to the terminal. Ink gets its keys from our input, so that no reply of the terminal is ever typed.
import { waitFor } from '@percept/core/internal';
import { createElement, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { Box, render as renderInk, Text, useCursor, useInput, usePaste, useStdout } from 'ink';
import { openTerminal, type KeyboardSource } from '../screen/session.ts';
import { speaksUnicode, type Surroundings } from '../surroundings.ts';
import type { TerminalClipboard } from '../screen/clipboard.ts';
import type { ChatHost, Conversation } from './conversation.ts';
import { KeyStream } from './key-stream.ts';
import { ResizeEraser } from './resize-eraser.ts';
import { ChatSession } from './chat-session.ts';
import { ChatScreen } from './screen.ts';
import { Scroll } from './scroll.ts';
import { asciiMarks, render, unicodeMarks, type Paint } from './style.ts';
import { createSuspend } from './suspend.ts';
import { textWidth } from './text-width.ts';

export interface LiveChatOptions {
  readonly surroundings: Surroundings;
  readonly input: KeyboardSource;
  readonly output: NodeJS.WriteStream;
  /** Opens the runtime; it is given the way to the clipboard in front of the terminal. */
  readonly open: (clipboard: TerminalClipboard) => Promise<LiveChat>;
  readonly signal: AbortSignal;
}

export interface LiveChat {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  /** Whether it was resumed: what was said before is shown first. */
  readonly resumed: boolean;
}

/** Bracketed paste off and on, and the cursor with it. */
const plainModes = '\u001b[?2004l\u001b[?25h';
const liveModes = '\u001b[?25l\u001b[?2004h';

/** Ends when the person leaves. */
export async function drawLiveChat(options: LiveChatOptions): Promise<string | undefined> {
  const { surroundings, output, signal } = options;
  let isLive = false;
  await using terminal = openTerminal({
    surroundings,
    input: options.input,
    output,
    // Until there is a screen that hears its keys, Ctrl-C is what it is everywhere.
    onInterrupt: () => (isLive ? undefined : process.kill(process.pid, 'SIGINT')),
    keyboard: 'always',
  });
  // Asked now, awaited by the first picture: the screen is painted meanwhile.
  const graphics = terminal.graphics();
  terminal.guard.change(
    () => {},
    () => output.write(plainModes, () => {}),
  );
  if (signal.aborted) return undefined;
  const opened = await waitFor(options.open(terminal.clipboard), { signal });
  if (opened.kind === 'failed') throw opened.error;
  if (opened.kind !== 'done') return undefined;
  const { host, conversation, resumed } = opened.value;
  const marks = speaksUnicode(surroundings.variables) ? unicodeMarks : asciiMarks;
  const paint: Paint = surroundings.variables['NO_COLOR'] ? 'plain' : 'coloured';
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 });
  const left = Promise.withResolvers<void>();
  const pen = new Pen();
  const suspend = createSuspend(
    {
      leave: () => {
        app.clear();
        output.write(plainModes);
        options.input.setRawMode(false);
      },
      enter: () => {
        options.input.setRawMode(true);
        output.write(liveModes);
        // Ink draws its lines below whatever the shell wrote.
        pen.write('');
      },
    },
    surroundings.platform,
  );
  const screen = new ChatScreen({
    host,
    marks,
    size,
    onLeave: () => left.resolve(),
    onSuspend: () => suspend?.(),
  });
  const scroll = new Scroll({
    write: (text) => pen.write(text),
    paint,
    graphics: () => graphics,
    develop: (picture, wanted) => host.develop(picture, wanted),
    screen: size,
  });
  const session = new ChatSession({
    host,
    conversation,
    marks,
    width: () => textWidth(size().columns),
    output: scroll,
    permit: screen.permit,
    onChange: screen.changed,
  });
  screen.enter(session);
  const eraser = new ResizeEraser(output, graphics);
  const stdin = new KeyStream(terminal.keys);
  const app = renderInk(createElement(ChatApp, { screen, paint, pen, eraser }), {
    stdin,
    stdout: output,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: false,
  });
  isLive = true;
  const stop = (): void => left.resolve();
  const ignore = (): void => {};
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  for (const ending of ['SIGHUP', 'SIGQUIT'] as const) process.on(ending, stop);
  // A terminal that went away cannot be written to, and what is said is in the record.
  output.on('error', ignore);
  output.on('resize', screen.changed);
  try {
    session.greet();
    if (resumed) session.replay();
    await left.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    for (const ending of ['SIGHUP', 'SIGQUIT'] as const) process.off(ending, stop);
    output.off('resize', screen.changed);
    screen.close();
    await scroll.settled();
    eraser.close();
    app.clear();
    app.unmount();
    await app.waitUntilExit();
    output.off('error', ignore);
  }
  return session.conversation.id;
}

/** What scrolls is written through Ink, which takes its own lines away first; until Ink is there it waits. */
class Pen {
  #write: ((text: string) => void) | undefined;
  #waiting: string[] = [];

  take(write: (text: string) => void): void {
    this.#write = write;
    for (const text of this.#waiting.splice(0)) write(text);
  }

  write(text: string): void {
    if (this.#write) this.#write(text);
    else this.#waiting.push(text);
  }
}

interface AppProps {
  readonly screen: ChatScreen;
  readonly paint: Paint;
  readonly pen: Pen;
  readonly eraser: ResizeEraser;
}

function ChatApp({ screen, paint, pen, eraser }: AppProps): ReactElement {
  useSyncExternalStore(screen.subscribe, screen.version);
  const { write } = useStdout();
  useEffect(() => pen.take(write), [pen, write]);
  useInput((input, key) => screen.key(input, key));
  usePaste((text) => screen.paste(text));
  const { setCursorPosition } = useCursor();
  const frame = screen.frame();
  setCursorPosition(frame.cursor);
  useEffect(() => eraser.drew(frame));
  return createElement(
    Box,
    { flexDirection: 'column' },
    ...frame.lines.map((line, at) =>
      createElement(Text, { key: at, wrap: 'truncate' }, render(line, paint) || ' '),
    ),
  );
}
