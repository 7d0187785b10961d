// What eyes may cost. One name, one default, the unit in the name.
import { doorLimits } from '@percept/core';

export interface EyesLimits {
  readonly maxSourceBytes: number;
  /** Larger pictures are reduced to this before they are looked at. */
  readonly maxPixels: number;
  readonly describeTimeoutMs: number;
  readonly maxAudioMs: number;
  readonly transcribeTimeoutMs: number;
  readonly maxWorkerMemoryBytes: number;
  /** How long an unused worker keeps its models in memory. */
  readonly idleMs: number;
}

export const eyesLimits: EyesLimits = {
  maxSourceBytes: doorLimits.maxSourceBytes,
  maxPixels: 8_500_000,
  describeTimeoutMs: 60_000,
  maxAudioMs: 2 * 60 * 60 * 1000,
  transcribeTimeoutMs: 10 * 60 * 1000,
  maxWorkerMemoryBytes: 900 * 1024 * 1024,
  idleMs: 60_000,
};
