// The four pictures that the ingest benchmark is about, and where they are kept between runs.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Workload {
  readonly name: string;
  readonly file: string;
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp';
  /** As stored; the photographs from cameras lie on their side. */
  readonly width: number;
  readonly height: number;
  readonly orientation: 1 | 6;
}

const revision = 5;
const folder = join(tmpdir(), `percept-bench-ingest-${revision}`);

export const workloads: readonly Workload[] = [
  at({
    name: '4K PNG screenshot',
    file: 'screenshot.png',
    mime: 'image/png',
    width: 3840,
    height: 2160,
    orientation: 1,
  }),
  at({
    name: '12 MP JPEG',
    file: 'photo-12.jpg',
    mime: 'image/jpeg',
    width: 4000,
    height: 3000,
    orientation: 6,
  }),
  at({
    name: '48 MP JPEG',
    file: 'photo-48.jpg',
    mime: 'image/jpeg',
    width: 8000,
    height: 6000,
    orientation: 6,
  }),
  at({
    name: '12 MP WebP',
    file: 'photo-12.webp',
    mime: 'image/webp',
    width: 4000,
    height: 3000,
    orientation: 1,
  }),
];

function at(workload: Workload): Workload {
  return { ...workload, file: join(folder, workload.file) };
}
