// Pictures on the terminal that a command runs in. The terminal is asked while the work goes on, and is as it was before
// anything is printed; into a pipe nothing is drawn unless PERCEPT_GRAPHICS says so.
import { randomInt } from 'node:crypto';
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import {
  accept,
  type BlobSource,
  type BlobStore,
  type FitTarget,
  type ImageBlock,
  type Outcome,
  type Size,
} from '@percept/core';
import type { Door } from '@percept/ingest';
import {
  defaultScreen,
  drawPicture,
  fitIn,
  graphicsChoices,
  isGraphicsChoice,
  openTerminal,
  plainGraphics,
  roomOn,
  type Graphics,
  type Screen,
  type TerminalSession,
} from '@percept/terminal';
import { UsageError, type Environment, type Invocation } from './command.ts';

type Picture = ImageBlock<BlobSource>;

export interface Canvas extends AsyncDisposable {
  /** The picture as it stands on this terminal, or nothing where words are all there is. */
  paint(
    picture: Picture,
    from: { readonly store: BlobStore; readonly door: Door },
  ): Promise<string>;
}

const maxPngBytes = 64 * 1024 * 1024;
const clearLine = '\r\u001b[K';

export function openCanvas({ environment, flags }: Invocation): Canvas {
  const wanted = environment.variables['PERCEPT_GRAPHICS'];
  if (wanted && !isGraphicsChoice(wanted)) {
    throw new UsageError(
      `PERCEPT_GRAPHICS takes ${graphicsChoices.join(', ')}, not ${JSON.stringify(wanted)}.`,
    );
  }
  if (flags.on('json')) return { paint: async () => '', [Symbol.asyncDispose]: async () => {} };
  const session = openSession(environment);
  // Asked now, so that the answer is there when the picture is.
  const graphics = session?.graphics() ?? Promise.resolve(plainGraphics('half', 'nobody to ask'));
  const screen = screenOf(environment);
  return {
    paint: async (picture, { store, door }) => {
      const known = await graphics;
      await session?.close();
      const png = await displayPng(picture, fitIn(picture, roomOn(screen, known)), known, {
        store,
        door,
      });
      if (!png?.ok) return '';
      const drawn = drawPicture({ ...png.value, id: randomInt(1, 0x100_0000) }, known);
      return drawn === undefined ? '' : (process.stdout.isTTY ? clearLine : '') + drawn;
    },
    [Symbol.asyncDispose]: async () => session?.close(),
  };
}

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

/** The pixels that the model sees, at the size of the screen. Undefined where none are drawn. */
async function displayPng(
  picture: Picture,
  size: Size,
  graphics: Graphics,
  { store, door }: { readonly store: BlobStore; readonly door: Door },
): Promise<Outcome<Size & { readonly png: Uint8Array }> | undefined> {
  if (graphics.protocol === 'none') return undefined;
  const bytes = await store.get(picture.sha256);
  if (!bytes.ok) return bytes;
  const same = size.width === picture.width && size.height === picture.height;
  if (same && picture.mime === 'image/png') return accept({ ...size, png: bytes.value });
  const target: FitTarget = {
    imageTypes: ['image/png'],
    maxBytes: maxPngBytes,
    maxEdgePx: Math.max(size.width, size.height),
    maxShortEdgePx: Math.min(size.width, size.height),
    maxPixels: size.width * size.height,
  };
  const fitted = await door.ingest(
    { kind: 'bytes', bytes: bytes.value },
    { expect: 'image', target },
  );
  if (!fitted.ok) return fitted;
  const { block } = fitted.value;
  if (block.type !== 'image') return undefined;
  const png = await store.get(block.sha256);
  return png.ok ? accept({ width: block.width, height: block.height, png: png.value }) : png;
}
