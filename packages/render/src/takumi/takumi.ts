// Takumi from the host's side: scenes with the text that is in them go in, opaque PNG comes out. The text decides which
// of the large fonts the thread is given, and only those that a scene needs are named to it, so that what was drawn
// before never changes what is drawn now.
import {
  anything,
  bytes,
  checkOptions,
  group,
  isShape,
  limitsOf,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  text,
  word,
  type Rule,
} from '@percept/core/internal/options';
import { accept, type Outcome, type Size } from '@percept/core';
import { keeping } from '@percept/core/internal';
import { createRequire } from 'node:module';
import { Engine, entryBeside } from '../engine/engine.ts';
import { compileWasm } from '../engine/wasm.ts';
import {
  fontNeeds,
  standardFonts,
  type EmojiStyle,
  type Font,
  type FontSet,
} from '../fonts/font-set.ts';
import { toSfnt } from '../fonts/sfnt.ts';
import type { Ground } from '../image/backdrop.ts';
import { pngEncoder } from '@percept/ingest/internal/png';
import { renderLimits, type RenderLimits } from '../limits.ts';
import type { RenderContext } from '../renderer.ts';
import type { FontBytes, TakumiInit, TakumiOrder } from './order.ts';
import type { MeasuredBox, MeasuredRun, Scene } from './scene.ts';

/** As `package.json` pins it; a test holds the two together. */
export const takumiVersion = '2.16.3';

export interface DrawRequest {
  readonly scene: Scene & Size;
  /** All text of the scene: it decides which fonts are needed and which characters are missing. */
  readonly text: string;
  /** Colour, unless the scene is a drawing: text inside SVG has no colour glyphs. */
  readonly emoji?: EmojiStyle;
  readonly ground: Ground | 'auto';
}

export interface Drawing extends Size {
  readonly png: Uint8Array;
  readonly ground: Ground;
  /** Characters that no font of the set has. */
  readonly missing: readonly string[];
}

export interface Takumi {
  readonly fonts: FontSet;
  /** Engine and encoder, for a renderer's version. */
  readonly version: string;
  draw(request: DrawRequest, context: RenderContext): Promise<Outcome<Drawing>>;
  /** Lays a scene out without drawing it: what pages are cut by. */
  measure(
    request: Omit<DrawRequest, 'scene' | 'ground'> & { readonly scene: Scene },
    context: RenderContext,
  ): Promise<Outcome<MeasuredBox>>;
  /** Starts the engine while something else is still being read. */
  warm(): void;
  close(): Promise<void>;
}

export interface TakumiSetup {
  readonly fonts?: FontSet;
  readonly limits?: Partial<RenderLimits>;
}

export const takumiRules = {
  fonts: maybe(shape({ id: word, always: listOf(anything) })),
  limits: limitsOf(renderLimits),
};

const sceneRules = {
  node: group,
  css: maybe(listOf(text)),
  images: maybe(listOf(shape({ src: text, data: bytes }))),
  lang: maybe(text),
};
const wordRules = { text, emoji: maybe(oneOf(['colour', 'plain'])) };
const drawRules = {
  ...wordRules,
  scene: shape<Scene & Size>({ ...sceneRules, width: positive, height: positive }),
  ground: oneOf(['white', 'dark', 'auto']),
};
const measureRules = {
  ...wordRules,
  scene: shape<Scene>({ ...sceneRules, width: maybe(positive), height: maybe(positive) }),
};

const require = createRequire(import.meta.url);

/**
 * The engine that lays out and draws, on one warm thread.
 *
 * @example const darkroom = createDarkroom({ renderers: [createSvgRenderer(createTakumi())] });
 */
export function createTakumi(setup: TakumiSetup = {}): Takumi {
  checkOptions('createTakumi', setup, takumiRules);
  const fonts = setup.fonts ?? standardFonts();
  const needsOf = fontNeeds(fonts);
  const loaded = new Map<string, () => Promise<FontBytes>>();
  const bytesOf = (font: Font): Promise<FontBytes> => {
    const load = loaded.get(font.id) ?? keeping(() => loadFont(font));
    loaded.set(font.id, load);
    return load();
  };
  const compiled = keeping(() =>
    compileWasm(require.resolve('@takumi-rs/wasm/takumi_wasm_bg.wasm')),
  );
  const engine = new Engine({
    name: 'takumi',
    entry: entryBeside(import.meta.url, 'worker'),
    limits: setup.limits,
    load: async (): Promise<TakumiInit> => ({
      module: await compiled(),
      fonts: await Promise.all(fonts.always.map(bytesOf)),
    }),
  });

  /** The answer to an order that may use the fonts of these ids, and the characters that none of them has. */
  async function ask<T>(
    { text, emoji = 'colour' }: Pick<DrawRequest, 'text' | 'emoji'>,
    order: (fontIds: readonly string[]) => TakumiOrder,
    isAnswer: (value: unknown) => value is T,
    { limits, signal }: RenderContext,
  ): Promise<{ readonly outcome: Outcome<T>; readonly missing: readonly string[] }> {
    const need = await needsOf(text, emoji);
    const outcome = await engine.run({
      isAnswer,
      signal,
      async jobs(handed) {
        const ids = [...fonts.always, ...need.fonts].map(({ id }) => id);
        const work = { order: order(ids), timeoutMs: limits.drawTimeoutMs };
        const fresh = need.fonts.filter(({ id }) => !handed.has(id));
        for (const { id } of fresh) handed.set(id, 'font');
        if (fresh.length === 0) return [work];
        const gift: TakumiOrder = { kind: 'fonts', fonts: await Promise.all(fresh.map(bytesOf)) };
        return [{ order: gift, timeoutMs: limits.engineStartTimeoutMs }, work];
      },
    });
    return { outcome, missing: need.missing };
  }

  return {
    fonts,
    version: `takumi${takumiVersion}-${pngEncoder}`,
    async draw(request, context) {
      const { scene, ground, ...words } = checkOptions('takumi.draw', request, drawRules);
      const { outcome, missing } = await ask(
        words,
        (ids) => ({ kind: 'draw', scene, fonts: ids, ground }),
        isDrawn,
        context,
      );
      const { width, height } = scene;
      return outcome.ok ? accept({ ...outcome.value, width, height, missing }) : outcome;
    },
    async measure(request, context) {
      const { scene, ...words } = checkOptions('takumi.measure', request, measureRules);
      const order = (ids: readonly string[]): TakumiOrder => ({
        kind: 'measure',
        scene,
        fonts: ids,
      });
      return (await ask(words, order, isMeasured, context)).outcome;
    },
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
}

/** Unpacked once here rather than in every thread; takumi itself unpacks WOFF2. */
async function loadFont(font: Font): Promise<FontBytes> {
  const { id, generic } = font;
  return { id, ...(generic && { generic }), data: toSfnt(await font.load()) };
}

const isDrawn = isShape<Pick<Drawing, 'png' | 'ground'>>({
  png: bytes,
  ground: oneOf(['white', 'dark']),
});

/** Finite or not: a page may turn or stretch a box beyond all numbers. */
const figure: Rule = (value, path) =>
  typeof value === 'number' ? undefined : `${path} is a number`;
const box: Rule = (value, path) => measured(value, path);
const boxRules = {
  width: figure,
  height: figure,
  transform: listOf(figure),
  runs: listOf(shape<MeasuredRun>({ text, x: figure, y: figure, width: figure, height: figure })),
  children: listOf(box),
};
const measured = shape<MeasuredBox>(boxRules);
const isMeasured = isShape<MeasuredBox>(boxRules);
