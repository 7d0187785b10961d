// `percept tour`: the door at work, without a key, a network or anything to prepare. Every line is what really happened.
import { bytesText } from '@percept/core/internal';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Outcome } from '@percept/core';
import { openDoor, type Admitted, type Isolation } from '@percept/ingest';
import { openMemory } from '@percept/store';
import { said, UsageError, type Command } from '../cli/command.ts';
import { mediaText, table } from '../cli/figures.ts';
import { exhibits, type Exhibit } from '../tour/exhibits.ts';

export const tour: Command = {
  help: `usage: percept tour

Makes nine files on the spot (a 4K screenshot, a picture with GPS data, a decompression bomb, a
torn download …), takes each through the door, and shows what came out. Uses a temporary store.

options
  --json   { exhibits: […], isolation, sound }`,
  options: {},
  run: async ({ args, signal, progress }) => {
    if (args.length > 0)
      throw new UsageError('tour takes no arguments; your own files: percept ingest FILE');
    const directory = await mkdtemp(join(tmpdir(), 'percept-tour-'));
    try {
      await using memory = await openMemory({ directory });
      await using door = openDoor({ store: memory });
      const shown: Shown[] = [];
      for (const exhibit of exhibits()) {
        progress(`${exhibit.name} …`);
        const started = performance.now();
        const outcome = await door.ingest(
          { kind: 'bytes', bytes: exhibit.bytes, name: exhibit.name },
          { signal, expect: 'image' },
        );
        shown.push({ exhibit, outcome, ms: Math.round(performance.now() - started) });
      }
      const isolation = await door.isolation();
      const { sound } = await memory.fsck();
      return said(jsonOfTour(shown, isolation, sound), textOfTour(shown, isolation, sound));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Shown {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome<Admitted>;
  readonly ms: number;
}

function jsonOfTour(
  shown: readonly Shown[],
  isolation: Outcome<Isolation>,
  sound: boolean,
): JsonObject {
  return {
    exhibits: shown.map(({ exhibit, outcome, ms }): JsonObject => ({
      name: exhibit.name,
      about: exhibit.about,
      bytes: exhibit.bytes.length,
      ms,
      ...factsOf(outcome),
    })),
    isolation: isolation.ok ? isolation.value.tier : 'none',
    sound,
  };
}

function factsOf(outcome: Outcome<Admitted>): JsonObject {
  if (outcome.ok) {
    const { block, steps } = outcome.value;
    return { mime: block.mime, sent: block.bytes, steps };
  }
  const { refused, message, hint } = outcome.refusal;
  return { refused, message, hint };
}

function textOfTour(
  shown: readonly Shown[],
  isolation: Outcome<Isolation>,
  sound: boolean,
): string {
  const rows = shown.map(({ exhibit, outcome, ms }) => [
    outcome.ok ? '✓' : '✗',
    exhibit.about,
    bytesText(exhibit.bytes.length),
    `${ms} ms`,
    outcome.ok
      ? acceptedText(outcome.value)
      : `${outcome.refusal.refused}: ${outcome.refusal.message}`,
  ]);
  return [
    'Nine files meet the door. What comes out is what a model would get.',
    '',
    table(rows),
    '',
    `decoded in: ${isolation.ok ? isolationText(isolation.value) : isolation.refusal.message}`,
    `this process: ${bytesText(process.memoryUsage.rss())} of memory, still alive`,
    `the store: ${sound ? 'every blob and row verified' : 'NOT SOUND'}`,
    '',
    'Your own files:  npx percept ingest FILE --profile anthropic',
    'Everything else: npx percept --help',
  ].join('\n');
}

function acceptedText({ block, steps, warnings }: Admitted): string {
  const notes = [...steps.filter((step) => step !== 'resized'), ...warnings];
  const isWhole = steps.every((step) => step === 'metadata-removed');
  const unchanged = block.type === 'image' && isWhole ? ', pixel for pixel as it came' : '';
  return `${mediaText(block)}${unchanged}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

function isolationText(isolation: Isolation): string {
  switch (isolation.tier) {
    case 'bwrap':
      return 'a child process without files or network (bubblewrap), bounded in memory and time';
    case 'rlimit':
      return 'a child process, bounded in memory and time (install bubblewrap to take files and network away too)';
    case 'wasm':
      return 'a WebAssembly thread, bounded in memory and time';
  }
}
