// The chat on a live terminal. Ink draws the part that changes, at the bottom; everything above it was written once and
// belongs to the terminal. Ink gets its keys from our input, so that no reply of the terminal is ever typed.
import { createElement, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { Box, render as renderInk, Text, useInput, usePaste, useStdout } from 'ink';
import { openTerminal, type KeyboardSource } from '../screen/session.ts';
import type { Graphics } from '../graphics.ts';
import type { Surroundings } from '../surroundings.ts';
import type { TerminalClipboard } from '../screen/clipboard.ts';
import type { ChatHost, Conversation } from './conversation.ts';
import { KeyStream } from './key-stream.ts';
import { ChatRoom } from './room.ts';
import { ChatScreen, textWidth } from './screen.ts';
import { Scroll } from './scroll.ts';
import { asciiMarks, render, unicodeMarks, type Line, type Paint } from './style.ts';
import { widthOfLine } from './wrap.ts';

export interface LiveChatOptions {
  readonly surroundings: Surroundings;
  readonly input: KeyboardSource;
  readonly output: NodeJS.WriteStream;
  /** Opens the house; it is given the way to the clipboard in front of the terminal. */
  readonly open: (clipboard: TerminalClipboard) => Promise<LiveChat>;
  readonly signal: AbortSignal;
}

export interface LiveChat {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  /** Whether it was resumed: what was said before is shown first. */
  readonly resumed: boolean;
}

/** Ends when the person leaves; the id of the last session is for whoever says how to come back. */
export async function runLiveChat(options: LiveChatOptions): Promise<string> {
  const { surroundings, output, signal } = options;
  await using terminal = openTerminal({
    surroundings,
    input: options.input,
    output,
    onInterrupt: () => {},
    keyboard: 'always',
  });
  // Asked now, awaited by the first picture: the screen is painted meanwhile.
  const graphics = terminal.graphics();
  terminal.guard.change(
    () => {},
    () => output.write('\u001b[?2004l\u001b[?25h', () => {}),
  );
  const { host, conversation, resumed } = await options.open(terminal.clipboard);
  const marks = speaksUnicode(surroundings) ? unicodeMarks : asciiMarks;
  const paint: Paint = surroundings.variables['NO_COLOR'] ? 'plain' : 'coloured';
  const left = Promise.withResolvers<void>();
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 });
  const screen = new ChatScreen({ host, marks, size, onLeave: () => left.resolve() });
  const pen = new Pen();
  const scroll = new Scroll({
    write: (text) => pen.write(text),
    paint,
    graphics: () => graphics,
    develop: (picture, wanted) => host.develop(picture, wanted),
    screen: size,
  });
  const room = new ChatRoom({
    host,
    conversation,
    marks,
    width: () => textWidth(size().columns),
    output: scroll,
    permitEdit: screen.permitEdit,
    onChange: screen.changed,
  });
  screen.enter(room);
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
  const stop = (): void => left.resolve();
  const ignore = (): void => {};
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  for (const ending of ['SIGHUP', 'SIGQUIT'] as const) process.on(ending, stop);
  // A terminal that went away cannot be written to, and what is said is in the record.
  output.on('error', ignore);
  output.on('resize', screen.changed);
  try {
    room.greet();
    if (resumed) room.replay();
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
  return room.conversation.id;
}

/** A locale that is set and is not UTF-8 gets letters that every terminal has. */
function speaksUnicode({ variables }: Surroundings): boolean {
  const locale = variables['LC_ALL'] || variables['LC_CTYPE'] || variables['LANG'];
  return locale === undefined || locale === '' || /utf-?8/i.test(locale);
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

/**
 * A terminal that gets narrower breaks lines which are on it, and Ink counts them as they were: the rows that are too many
 * would stay behind. They are taken away before Ink hears of the new size.
 */
class ResizeEraser {
  readonly #output: NodeJS.WriteStream;
  #reflows = true;
  #drawn: readonly number[] = [];

  constructor(output: NodeJS.WriteStream, graphics: Promise<Graphics>) {
    this.#output = output;
    void graphics.then(({ terminal = '' }) => {
      // xterm cuts its lines and breaks none.
      this.#reflows = !terminal.startsWith('XTerm(');
    });
    output.prependListener('resize', this.#onResize);
  }

  /** The widths of the lines that are on the screen now. */
  drew(lines: readonly Line[]): void {
    this.#drawn = lines.map(widthOfLine);
  }

  close(): void {
    this.#output.off('resize', this.#onResize);
  }

  readonly #onResize = (): void => {
    const columns = this.#output.columns;
    if (!this.#reflows || !columns) return;
    const lines = this.#drawn.length;
    const rows = this.#drawn.reduce(
      (sum, width) => sum + Math.max(1, Math.ceil(width / columns)),
      0,
    );
    // Ink cuts what it draws from now on.
    this.#drawn = this.#drawn.map((width) => Math.min(width, columns));
    if (rows <= lines) return;
    this.#output.write(`\u001b[${rows}A\r\u001b[J${'\n'.repeat(lines)}`);
  };
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
  const lines = screen.frame();
  useEffect(() => eraser.drew(lines));
  return createElement(
    Box,
    { flexDirection: 'column' },
    ...lines.map((line, at) =>
      createElement(Text, { key: at, wrap: 'truncate' }, render(line, paint) || ' '),
    ),
  );
}
