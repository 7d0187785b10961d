// An X screen that nobody looks at: Xvfb keeps its frame buffer in a file, and the file is the screenshot.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readFrameBuffer, type Screenshot } from './screenshot.ts';

export interface XServer extends Disposable {
  /** For DISPLAY. */
  readonly display: string;
  screenshot(): Screenshot;
  /** As a PNG file, for people. */
  keep(path: string): Promise<void>;
}

/** `folder` takes the frame buffer. */
export async function startXServer(folder: string, size = '900x620'): Promise<XServer> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size}x24`, '-fbdir', folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const screenshot = (): Screenshot => readFrameBuffer(readFileSync(join(folder, 'Xvfb_screen0')));
  return {
    display: `:${await numberFrom(server)}`,
    screenshot,
    keep: (path) => writePng(screenshot(), path),
    [Symbol.dispose]: () => void server.kill(),
  };
}

async function numberFrom(server: ChildProcess): Promise<string> {
  const pipe = server.stdio[3];
  if (!pipe || !('on' in pipe)) throw new Error('no pipe to Xvfb');
  return new Promise((resolve, reject) => {
    pipe.on('data', (data: Buffer) => resolve(data.toString().trim()));
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
}

async function writePng({ width, height, at }: Screenshot, path: string): Promise<void> {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * 3);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
}

/** A terminal and whatever it started. */
export function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
