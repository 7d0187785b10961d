// An upstream behind TLS: trusted where the machine trusts it, and not spoken to where it does not.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unless } from '../needs.ts';

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
})();
const noOpenssl = hasOpenssl ? undefined : 'openssl is missing; apt-get install openssl';
const key = 'gk-tls-0123456789';

async function startSecure() {
  const folder = mkdtempSync(join(tmpdir(), 'percept-gateway-tls-'));
  const [keyFile, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${keyFile} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const names: (string | false)[] = [];
  const server = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(cert) },
    (request, response) => {
      request.pipe(response);
    },
  );
  server.on('secureConnection', (socket) => names.push(socket.servername ?? false));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `https://localhost:${port}`, cert, folder, names };
}

async function startChild(origin: string, folder: string, env: Readonly<Record<string, string>>) {
  const program = join(import.meta.dirname, 'child', 'gateway-child.ts');
  const settings = JSON.stringify({ origin, gatewayKey: key, houseKey: 'x' });
  const child = spawn(
    process.execPath,
    [program, join(folder, `data-${Object.keys(env).length}`), settings],
    {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [port]: unknown[] = await once(createInterface(child.stdout), 'line');
  return { child, url: `http://127.0.0.1:${String(port)}/v1/chat/completions` };
}

describe('an https upstream', unless(noOpenssl), () => {
  const body = '{ "messages":[{"role":"user","content":"hi"}], "n":1.0 }';
  const headers = { 'x-percept-key': key };

  test('is reached under its own name', { timeout: 240_000 }, async () => {
    const { origin, cert, folder, names } = await startSecure();
    const { child, url } = await startChild(origin, folder, { NODE_EXTRA_CA_CERTS: cert });
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([200, body]);
    expect(names).toEqual(['localhost']);
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  test('that nobody vouches for is not spoken to', { timeout: 240_000 }, async () => {
    const { origin, folder, names } = await startSecure();
    const { child, url } = await startChild(origin, folder, {});
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'percept_unreachable' } });
    expect(names).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
