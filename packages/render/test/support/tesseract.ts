// An independent reader of pages. Where it is not installed, tests that need it say so and skip; in CI they fail.
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';

export const hasTesseract = spawnSync('tesseract', ['--version']).status === 0;

export const tesseractMissing =
  'tesseract is not installed (Debian: apt-get install tesseract-ocr)';

export async function readPage(png: Uint8Array): Promise<string> {
  const settings = ['-', '-', '--psm', '6', '-c', 'preserve_interword_spaces=1'];
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const reader = spawn('tesseract', settings, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  reader.stdin.end(png);
  return text(reader.stdout);
}
