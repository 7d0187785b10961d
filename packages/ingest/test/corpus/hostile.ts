// The adversarial corpus: every class of attack on a media decoder that the project knows of, generated, never stored.
import { corrupt, either, type HostileFile } from './hostile-file.ts';
import { hostileForeign } from './hostile-foreign.ts';
import { hostileGif } from './hostile-gif.ts';
import { hostileJpeg } from './hostile-jpeg.ts';
import { disguises, hostileSounds, polyglots } from './hostile-other.ts';
import { hostilePng } from './hostile-png.ts';
import { hostileWebp } from './hostile-webp.ts';
import { gif } from './make-gif.ts';
import { jpeg } from './make-jpeg.ts';
import { png } from './make-png.ts';
import { lossless, webp } from './make-webp.ts';

/** A whole picture of each type in as few bytes as possible. */
export function smallPictures(): ReadonlyArray<{ name: string; bytes: Uint8Array }> {
  return [
    { name: 'PNG', bytes: png({ width: 8, height: 8, colour: 2 }) },
    { name: 'JPEG', bytes: jpeg({ width: 16, height: 16 }) },
    { name: 'GIF', bytes: gif(8, 8) },
    { name: 'WebP', bytes: webp(lossless(8, 8)) },
  ];
}

/** Pixels and end of the small pictures: what is cut in them is for a decoder to judge. */
const tailBytes = 24;

/** Every whole picture, cut at every offset behind its magic: refused, or shown whole where only its end is missing. */
export function truncations(): readonly HostileFile[] {
  return smallPictures().flatMap(({ name, bytes }) =>
    Array.from({ length: bytes.length - 12 }, (_, index) => {
      const length = index + 12;
      const made = length < bytes.length - tailBytes ? corrupt : either;
      return made(`${name} cut after ${length} bytes`, bytes.subarray(0, length));
    }),
  );
}

export function hostileCorpus(): readonly HostileFile[] {
  return [
    ...hostilePng(),
    ...hostileJpeg(),
    ...hostileGif(),
    ...hostileWebp(),
    ...hostileForeign(),
    ...polyglots(),
    ...disguises(),
    ...hostileSounds(),
    ...truncations(),
  ];
}
