// The same job for everybody: decode, turn upright, Lanczos3 to at most 1568 px, JPEG of quality 80, SHA-256. Each library
// is loaded only where it is measured, so that nobody carries the memory of another.
import { defaultFit } from '@percept/core/internal';
import { fitSize, type BlobId, type BlobStore, type FitTarget } from '@percept/core';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../packages/ingest/src/decoder/index.ts';
import type { Workload } from './workloads.ts';

export interface Result {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Contender {
  run(bytes: Uint8Array, workload: Workload): Promise<Result>;
  /** After each run, outside of what is measured: the next one finds nothing of it. */
  forget?(): Promise<void>;
  close(): Promise<void>;
}

export const edge = 1568;
const quality = 80;
const same: FitTarget = {
  imageTypes: ['image/jpeg'],
  maxBytes: 5 * 1024 * 1024,
  maxEdgePx: edge,
  maxPixels: edge * edge,
};

export const contenders: Readonly<Record<string, () => Promise<Contender>>> = {
  'plain sharp': plainSharp,
  'percept, JPEG': () => percept('preferred', same),
  'percept, JPEG, wasm tier': () => percept('wasm', same),
  'percept, its defaults': () => percept('preferred', defaultFit),
  '@napi-rs/image': napi,
  'photon (wasm)': photon,
  jimp: jimp,
};

/** sharp alone making the same file, sharp that stores it and the original as the door does, and the public door. */
export const doorRivals = ['sharp, the same file', 'sharp, stored', 'the door'] as const;

export const rivals: Readonly<Record<string, () => Promise<Contender>>> = {
  [doorRivals[0]]: sameFile,
  [doorRivals[1]]: storedFile,
  [doorRivals[2]]: theDoor,
};

/** What the door writes of the four pictures: a screen as PNG of level 3, a photograph as JPEG of quality 85. */
async function sameFile(): Promise<Contender> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return alone(async (bytes, { mime, width, height, orientation }) => {
    const seen = orientation === 6 ? { width: height, height: width } : { width, height };
    const size = fitSize(seen, defaultFit);
    const small = sharp(bytes, { autoOrient: true }).resize({ ...size, fit: 'fill' });
    const file =
      mime === 'image/png' ? small.png({ compressionLevel: 3 }) : small.jpeg({ quality: 85 });
    return { bytes: await file.toBuffer(), ...size };
  });
}

/** What part of the difference is the promise that what was taken in is hashed and on the disk. */
async function storedFile(): Promise<Contender> {
  const made = await sameFile();
  const { FileBlobStore } = await import('./file-blob-store.ts');
  const folder = await mkdtemp(join(tmpdir(), 'percept-bench-sharp-'));
  const store = new FileBlobStore(folder);
  const kept: BlobId[] = [];
  return {
    async run(bytes, workload) {
      const file = await made.run(bytes, workload);
      for (const blob of [bytes, file.bytes]) {
        const put = await store.put(blob);
        if (!put.ok) throw new Error(put.refusal.message);
        kept.push(put.value);
      }
      return file;
    },
    forget: () => removeAll(store, kept.splice(0)),
    close: () => rm(folder, { recursive: true }),
  };
}

/**
 * Probe, strip, decode behind walls, fit, two hashes, two durable files: each time as if the picture came for the first time.
 * The file that was written is read back only to be compared.
 */
async function theDoor(): Promise<Contender> {
  const { openDoor } = await import('@percept/ingest');
  const { FileBlobStore } = await import('./file-blob-store.ts');
  const folder = await mkdtemp(join(tmpdir(), 'percept-bench-door-'));
  const store = new FileBlobStore(folder);
  const door = openDoor({ store });
  const kept: BlobId[] = [];
  let written: Uint8Array | undefined;
  return {
    async run(bytes) {
      const outcome = await door.ingest({ kind: 'bytes', bytes });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      const { block, original } = outcome.value;
      kept.push(block.sha256, original.sha256);
      if (block.type !== 'image') throw new Error('No picture came out.');
      if (!written) {
        const file = await store.get(block.sha256);
        if (!file.ok) throw new Error(file.refusal.message);
        written = file.value;
      }
      return { bytes: written, width: block.width, height: block.height };
    },
    forget: () => removeAll(store, kept.splice(0)),
    async close() {
      await door.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function removeAll(store: BlobStore, ids: readonly BlobId[]): Promise<void> {
  for (const id of ids) await store.remove(id);
}

export function fingerprint(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function alone(run: Contender['run']): Contender {
  return { run, close: () => Promise.resolve() };
}

async function plainSharp(): Promise<Contender> {
  const { default: sharp } = await import('sharp');
  return alone(async (bytes) => {
    const { data, info } = await sharp(bytes, { autoOrient: true })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** For graphics percept asks more of JPEG than the others do: quality 90 and full colour resolution. */
async function percept(sandbox: Sandbox, target: FitTarget): Promise<Contender> {
  const { DecoderPool } = await import('../../packages/ingest/src/decoder/index.ts');
  const pool = new DecoderPool({ sandbox });
  return {
    async run(bytes, { mime, width, height, orientation }) {
      const facts = {
        mime,
        width,
        height,
        orientation,
        frames: 1,
        hasAlpha: false,
      };
      const outcome = await pool.run({ bytes, ...facts, target });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      return outcome.value;
    },
    close: () => pool.close(),
  };
}

async function napi(): Promise<Contender> {
  const { Transformer, ResizeFilterType, ResizeFit } = await import('@napi-rs/image');
  return alone(async (bytes, workload) => {
    const out = await new Transformer(bytes)
      .rotate()
      .resize(edge, edge, ResizeFilterType.Lanczos3, ResizeFit.Inside)
      .jpeg(quality);
    return { bytes: out, ...inside(workload, true) };
  });
}

/** It knows nothing of orientation, so its pictures stay on their side. */
async function photon(): Promise<Contender> {
  const { PhotonImage, resize, SamplingFilter } = await import('@cf-wasm/photon');
  return alone((bytes, workload) => {
    const { width, height } = inside(workload, false);
    const picture = PhotonImage.new_from_byteslice(bytes);
    const small = resize(picture, width, height, SamplingFilter.Lanczos3);
    const out = small.get_bytes_jpeg(quality);
    picture.free();
    small.free();
    return Promise.resolve({ bytes: out, width, height });
  });
}

async function jimp(): Promise<Contender> {
  const { Jimp } = await import('jimp');
  return alone(async (bytes) => {
    const picture = await Jimp.read(Buffer.from(bytes));
    picture.scaleToFit({ w: edge, h: edge });
    const out = await picture.getBuffer('image/jpeg', { quality });
    return { bytes: out, width: picture.width, height: picture.height };
  });
}

function inside(workload: Workload, upright: boolean): { width: number; height: number } {
  const turned = upright && workload.orientation === 6;
  const width = turned ? workload.height : workload.width;
  const height = turned ? workload.width : workload.height;
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
