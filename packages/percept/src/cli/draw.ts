// Pictures on the terminal that a command runs in. The terminal is asked while the work goes on, and is as it was before
// anything is printed; into a pipe nothing is drawn unless PERCEPT_GRAPHICS says so.
import { randomInt } from 'node:crypto';
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { BlobSource, BlobStore, ImageBlock } from '@percept/core';
import type { Door } from '@percept/ingest';
import { defaultScreen, plainGraphics } from '@percept/terminal/internal';
import {
  drawPicture,
  fitIn,
  openTerminal,
  drawingArea,
  type Screen,
  type TerminalSession,
} from '@percept/terminal';
import type { Environment, Invocation } from './command.ts';
import { developFor } from './display.ts';
import { checkGraphicsSetting } from './graphics-setting.ts';

type Picture = ImageBlock<BlobSource>;

export interface Canvas extends AsyncDisposable {
  /** Starts what painting will need, if the terminal draws at all. */
  prepare(door: Door): void;
  /** The picture as it stands on this terminal, or nothing where words are all there is. */
  paint(
    picture: Picture,
    from: { readonly store: BlobStore; readonly door: Door },
  ): Promise<string>;
}

const clearLine = '\r\u001b[K';

export function openCanvas({ environment, flags }: Invocation): Canvas {
  checkGraphicsSetting(environment);
  if (flags.on('json')) return blind;
  const session = openSession(environment);
  // Asked now, so that the answer is there when the picture is.
  const graphics = session?.graphics() ?? Promise.resolve(plainGraphics('half', 'nobody to ask'));
  const screen = screenOf(environment);
  return {
    prepare: (door) => {
      void graphics.then(async ({ protocol }) => {
        if (protocol !== 'none') await door.isolation();
      });
    },
    paint: async (picture, { store, door }) => {
      const known = await graphics;
      await session?.close();
      if (known.protocol === 'none') return '';
      const bytes = await store.get(picture.sha256);
      if (!bytes.ok) return '';
      const size = fitIn(picture, drawingArea(screen, known));
      const pixels = await developFor({ ...picture, bytes: bytes.value }, size, door);
      if (!pixels.ok) return '';
      const drawn = drawPicture({ ...pixels.value, id: randomInt(1, 0x100_0000) }, known);
      return drawn === undefined ? '' : (process.stdout.isTTY ? clearLine : '') + drawn;
    },
    [Symbol.asyncDispose]: async () => session?.close(),
  };
}

const blind: Canvas = {
  prepare: () => {},
  paint: async () => '',
  [Symbol.asyncDispose]: async () => {},
};

/** Undefined when there is a screen and no keyboard to hear its answers from. */
function openSession(environment: Environment): TerminalSession | undefined {
  const isTerminal = process.stdout.isTTY;
  const input = keyboard(environment, isTerminal);
  return (
    input &&
    openTerminal({
      surroundings: {
        variables: environment.variables,
        platform: environment.platform,
        isTerminal,
      },
      input,
      output: process.stdout,
      onInterrupt: () => process.kill(process.pid, 'SIGINT'),
    })
  );
}

/** Standard input may be the picture itself; the keyboard is then reached by its own name. */
function keyboard({ stdin, platform }: Environment, isTerminal: boolean): ReadStream | undefined {
  if (stdin.isTTY || !isTerminal || platform === 'win32') return stdin;
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

function screenOf({ variables }: Environment): Screen {
  const { columns, rows } = process.stdout;
  return {
    columns: columns || Number(variables['COLUMNS']) || defaultScreen.columns,
    rows: rows || Number(variables['LINES']) || defaultScreen.rows,
  };
}
