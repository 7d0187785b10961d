// A renderer that is whatever a test wants, and the picture of a white square.
import { encodePng } from '@percept/ingest/internal/png';
import type { RenderedSource, Renderer } from '../../src/index.ts';

export function renderer(render: Renderer['render'], more: Partial<Renderer> = {}): Renderer {
  return { id: 'test', version: '1', fonts: '', accepts: () => true, render, ...more };
}

export function square(edge: number): RenderedSource {
  const size = { width: edge, height: edge };
  const png = encodePng({ ...size, channels: 4, data: new Uint8Array(edge * edge * 4).fill(255) });
  const page = { png, ...size, page: 1, original: size, shown: { left: 0, top: 0, ...size } };
  return { pages: [page], pageCount: 1, warnings: [], reproducible: true };
}
