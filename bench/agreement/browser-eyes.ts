// What Chromium shows of a picture, as red, green and blue on a background. It reads the file from a server of ours and posts its
// pixels back, so that nothing large is spelled as text.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { chromium } from 'playwright-core';

const program = '/usr/bin/chromium';
/** Larger ones are not drawn: whoever asks gets the pixels through a pipe. */
const maxPixels = 6_000_000;
const args = ['--no-sandbox', '--force-color-profile=srgb'];

export interface BrowserEyes extends AsyncDisposable {
  /** Undefined where the browser shows nothing, or more than is drawn here. */
  draw(bytes: Uint8Array, background: string): Promise<Buffer | undefined>;
}

/** Undefined where there is no Chromium. */
export async function openBrowserEyes(): Promise<BrowserEyes | undefined> {
  if (!existsSync(program)) return undefined;
  let shown: Uint8Array = new Uint8Array();
  let drawn: Buffer | undefined;
  let turn = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      void buffer(request).then((bytes) => {
        drawn = bytes;
        response.end();
      });
      return;
    }
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'image/x-unknown');
    response.end(isPage ? '<!doctype html>' : shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const browser = await chromium.launch({ executablePath: program, args });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  return {
    async draw(bytes, background) {
      shown = bytes;
      drawn = undefined;
      turn += 1;
      await page.evaluate(scriptFor(turn, background));
      return drawn;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
    },
  };
}

function scriptFor(turn: number, background: string): string {
  return `(async () => {
    const picture = new Image();
    picture.src = '/picture?${turn}';
    try { await picture.decode(); } catch { return; }
    if (picture.naturalWidth * picture.naturalHeight > ${maxPixels}) return;
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.fillStyle = '${background}';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const rgb = new Uint8Array(data.length / 4 * 3);
    for (let at = 0, to = 0; at < data.length; at += 4) { rgb[to++] = data[at]; rgb[to++] = data[at + 1]; rgb[to++] = data[at + 2]; }
    await fetch('/pixels', { method: 'POST', body: rgb });
  })()`;
}
