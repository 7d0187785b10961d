// Reads the boxes that takumi measured.
import { isRecord } from '@percept/core/internal';
import type { MeasuredBox, MeasuredRun } from './scene.ts';

export function readMeasure(value: unknown): MeasuredBox | undefined {
  if (!isRecord(value)) return undefined;
  const { width, height, transform, runs, children } = value;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return {
    width,
    height,
    transform: list(transform).filter((item) => typeof item === 'number'),
    runs: list(runs).flatMap((run) => readRun(run) ?? []),
    children: list(children).flatMap((child) => readMeasure(child) ?? []),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readRun(value: unknown): MeasuredRun | undefined {
  if (!isRecord(value)) return undefined;
  const { text, x, y, width, height } = value;
  if (typeof text !== 'string' || typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return { text, x, y, width, height };
}
