// The built app, read once when the server starts: what is not in the list cannot be asked for, whatever a path says. Files
// with a hash in their name are kept for ever by browsers, all others are asked for again.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path/posix';
import { Hono } from 'hono';
import { pageHeaders } from './page-headers.ts';
import { maxStaticFileBytes } from './limits.ts';

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
};

/** Every path of the app, below `/`. `index.html` also answers for `/` and for the addresses of the app's own views. */
export async function serveApp(directory: string): Promise<Hono> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    // A link is no file: it may lead anywhere.
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath.replaceAll('\\', '/'), entry.name);
    const name = path.slice(directory.replaceAll('\\', '/').replace(/\/+$/, '').length);
    const bytes = await readFile(path);
    if (bytes.length <= maxStaticFileBytes) files.set(name, fileOf(name, new Uint8Array(bytes)));
  }
  const routes = new Hono();
  routes.on(['GET', 'HEAD'], '*', async ({ req }, next) => {
    const found = files.get(req.path) ?? (isView(req.path) ? files.get('/index.html') : undefined);
    if (!found) return next();
    const { bytes, headers } = found;
    if (req.header('if-none-match') === headers['etag'])
      return new Response(null, { status: 304, headers });
    const length = { 'content-length': String(bytes.length) };
    return new Response(req.method === 'HEAD' ? null : bytes, {
      headers: { ...headers, ...length },
    });
  });
  return routes;
}

/** The app's own addresses: no file has them, and no other face. */
function isView(path: string): boolean {
  return path === '/' || /^\/(?:session|sessions|s)\/[\w-]{1,64}\/?$/.test(path);
}

function fileOf(name: string, bytes: Uint8Array<ArrayBuffer>): StaticFile {
  const isHashed = /[.-][A-Za-z0-9_-]{8,}\.\w+$/.test(name) && name.startsWith('/assets/');
  const type = types[extname(name).toLowerCase()];
  return {
    bytes,
    headers: {
      ...pageHeaders,
      'content-type': type ?? 'application/octet-stream',
      ...(type === undefined && { 'content-disposition': 'attachment' }),
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    },
  };
}
