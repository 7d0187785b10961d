// The takumi thread: scenes in, PNG out. It is born with its code and fonts as bytes and asks for nothing more.
import { definedOf, inside, readList, readText, reasonOf } from '@percept/core/internal';
import { accept, type Outcome } from '@percept/core';
import { initSync, Renderer } from '@takumi-rs/wasm';
import { workerData } from 'node:worker_threads';
import { sealThread, serve } from '../engine/serve.ts';
import { isTrap, wasmBytes } from '../engine/wasm.ts';
import { chooseGround, flatten } from '../image/backdrop.ts';
import { encodePng } from '@percept/ingest/internal/png';
import { isTakumiInit, type FontBytes, type TakumiOrder } from './order.ts';
import type { Scene } from './scene.ts';

const init: unknown = workerData;
if (!isTakumiInit(init)) throw new Error('The takumi thread was born without its code.');
sealThread();
const instance: unknown = initSync({ module: init.module });
const renderer = new Renderer();
const families = new Map<string, readonly string[]>();
for (const font of init.fonts) await register(font);

async function register({ id, generic, data }: FontBytes): Promise<void> {
  const registered: unknown = await renderer.registerFont({ data, ...(generic && { generic }) });
  const names = readList(registered).flatMap((face) => readText(inside(face, 'name')) ?? []);
  families.set(id, names);
}

function optionsOf(scene: Scene, fonts: readonly string[]) {
  const { width, height, css, images, lang } = scene;
  return {
    ...definedOf({ width, height }),
    ...(css && { css: [...css] }),
    ...(images && { images: images.map((image) => ({ ...image, cache: 'none' as const })) }),
    ...definedOf({ lang }),
    fontFamilies: [...new Set(fonts.flatMap((id) => families.get(id) ?? []))],
  };
}

/** Takumi's trees are mutable by type; ours are not. */
function plain(node: Scene['node']): Parameters<Renderer['render']>[0] {
  if (node.type !== 'container') return { ...node };
  return { ...node, children: (node.children ?? []).map(plain) };
}

async function perform(order: TakumiOrder): Promise<Outcome<unknown>> {
  switch (order.kind) {
    case 'fonts':
      for (const font of order.fonts) if (!families.has(font.id)) await register(font);
      return accept(undefined);
    case 'measure':
      return accept(
        await renderer.measure(plain(order.scene.node), optionsOf(order.scene, order.fonts)),
      );
    case 'draw': {
      const { width, height } = order.scene;
      const options = { ...optionsOf(order.scene, order.fonts), format: 'raw' as const };
      const rgba = await renderer.render(plain(order.scene.node), options);
      const raster = { width, height, rgba };
      const ground = order.ground === 'auto' ? chooseGround(raster) : order.ground;
      flatten(raster, ground);
      const png = encodePng({ width, height, channels: 4, data: raster.rgba });
      return accept({ png, width, height, ground });
    }
  }
}

serve({
  perform,
  refusalOf(error) {
    if (isTrap(error)) return undefined;
    const reason = reasonOf(error);
    if (/limit|megapixel|too (large|many|big)|overflow/i.test(reason))
      return {
        refused: 'too-large',
        message: `The source is more than the engine draws: ${reason}.`,
        hint: 'Simplify the source, or look at a smaller part of it.',
      };
    return {
      refused: 'corrupt',
      message: `The source cannot be drawn: ${reason}.`,
      hint: 'Check the source as text, or save it again.',
    };
  },
  restingBytes: () => wasmBytes(instance),
});
