// What eyes may cost. One name, one default, the unit in the name.
import { doorLimits } from '@percept/core';
import { defineLimits } from '@percept/core/internal/options';

export const eyesLimits = defineLimits({
  maxSourceBytes: doorLimits.maxSourceBytes,
  /** Larger pictures are reduced to this before they are looked at. */
  maxPixels: 8_500_000,
  describeTimeoutMs: 60_000,
  maxAudioMs: 2 * 60 * 60 * 1000,
  transcribeTimeoutMs: 10 * 60 * 1000,
  maxWorkerMemoryBytes: 900 * 1024 * 1024,
  /** How long an unused worker keeps its models in memory. */
  idleMs: 60_000,
});
export type EyesLimits = typeof eyesLimits;

// worker
export const maxWorkerHeapMb = 256;
/** Pixels make much garbage that is young: a small nursery is emptied more often, and 35 MB less is held. */
export const maxYoungHeapMb = 4;

// models
export const maxTarballBytes = 100 * 1024 * 1024;
export const maxUnpackedTarBytes = 256 * 1024 * 1024;

// codes
export const maxCodes = 16;

// diagrams
/** Places where strokes touch boxes: each is followed. */
export const maxDiagramContacts = 400;
/** More words are a page or a table. */
export const maxDiagramWords = 250;

// compose
/** More than this is for `elements`, not for a reader of words. */
export const maxToldElements = 80;
/** That a question names, told before everything else. */
export const maxNamedLines = 3;

// controls
export const maxSightings = 600;
/** Buttons in which no words were found, and which are looked at again. */
export const maxLoneWords = 64;
/** A larger one is no button: every pixel of it would be compared. */
export const maxLoneWordsAreaPx = 100_000;
