// TLS as it is in the world: certificates that nobody vouches for, and one that the machine trusts.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchUrl } from '../src/sources/index.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf } from './fixtures/sources/outcome.ts';
import { serve } from './fixtures/sources/server.ts';
import { unless } from '../../../test/needs.ts';

const run = promisify(execFile);
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
})();
const noOpenssl = hasOpenssl ? undefined : 'openssl is missing; apt-get install openssl';

async function serveTls(location: string) {
  const folder = await makeFolder();
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=test -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      if (request.url === '/down') response.writeHead(302, { location });
      response.end('secure');
    },
  );
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return { host: `127.0.0.1:${bound.port}`, cert };
}

describe('https', unless(noOpenssl), () => {
  test('with a certificate that nobody vouches for is unreachable', async () => {
    const { host } = await serveTls('/');
    const outcome = await fetchUrl(`https://${host}/`, {
      maxBytes: 100,
      allowPrivateHosts: [host],
    });
    expect(kindOf(outcome)).toBe('unreachable');
  });

  test(
    'with a trusted one is fetched, does not fall back to http, and ignores a switch that turns trust off',
    { tags: ['f-ingest-ssrf-redirect'] },
    async () => {
      const plain = await serve((_request, response) => response.end('plain'));
      const { host, cert } = await serveTls(plain.url);
      const module = new URL('../src/sources/url.ts', import.meta.url).href;
      const script = `
      import { fetchUrl } from ${JSON.stringify(module)};
      const options = { maxBytes: 100, allowPrivateHosts: ${JSON.stringify([host, plain.host])} };
      const seen = [];
      for (const [path, allowDowngrade] of [['', false], ['down', false], ['down', true]]) {
        const outcome = await fetchUrl('https://${host}/' + path, { ...options, allowDowngrade });
        seen.push(outcome.ok ? Buffer.from(outcome.value.bytes).toString() : outcome.refusal.refused);
      }
      console.log(seen.join(' '));`;
      const print = async (env: Record<string, string>) =>
        (
          await run(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
            env,
          })
        ).stdout.trim();
      expect(await print({ NODE_EXTRA_CA_CERTS: cert })).toBe('secure forbidden plain');
      expect(await print({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe(
        'unreachable unreachable unreachable',
      );
    },
  );
});
