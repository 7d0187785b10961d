// The programs of docs/frameworks.md as they stand there, with the real packages, as processes of their own. The server behind them asks
// for `view`, looks only at pictures in slots that its wire really has, and names the colours that it sees.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCaptureServer, toolCall } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { frameworksFolder, missingFrameworks } from '../../scripts/frameworks.ts';
import { unless } from '../needs.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { seeing } from '../wires/seeing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = await readFile(join(root, 'docs/frameworks.md'), 'utf8');
const programs = [...guide.matchAll(/^```js program=([a-z-]+)\n([^]*?)^```$/gm)].map(
  ([, name = '', source = '']) => ({ name, source }),
);
const timeout = 300_000;

/** A folder whose packages are the frameworks', with `percept` from here. */
async function place(source: string, picture: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-framework-'));
  const installed = join(frameworksFolder, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(installed))
    if (!name.startsWith('.'))
      await symlink(join(installed, name), join(folder, 'node_modules', name));
  await symlink(join(root, 'packages/percept'), join(folder, 'node_modules/percept'));
  await writeFile(join(folder, 'shot.png'), picture);
  await writeFile(join(folder, 'program.mjs'), source);
  return folder;
}

test('the guide has a program for every framework that it names', () => {
  expect(programs.map(({ name }) => name)).toEqual([
    'openai',
    'anthropic',
    'langchain',
    'langchain-anthropic',
    'openai-agents',
    'llamaindex',
    'mastra',
  ]);
});

describe('a program of the guide', unless(missingFrameworks()), () => {
  for (const { name, source } of programs)
    test(`${name}: its model names the colours`, { tags: ['p-fetch'], timeout }, async () => {
      const colours = drawPalette(Date.now() % 100_000);
      const folder = await place(source, await drawQuadrants(colours));
      const hasResult = /"(?:tool_result|function_call_output)"|"role":\s*"tool"/;
      const server = await startCaptureServer({
        script: (request) =>
          hasResult.test(request.raw)
            ? seeing()(request, 1)
            : toolCall('view', { ref: 'shot.png' }),
      });
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        OPENAI_API_KEY: 'sk-unused-0123456789',
        ANTHROPIC_API_KEY: 'unused',
        OPENAI_BASE_URL: server.baseUrl('chat-completions'),
        ANTHROPIC_BASE_URL: server.baseUrl('anthropic-messages').replace(/\/v1$/, ''),
        MASTRA_TELEMETRY_DISABLED: '1',
      };
      try {
        const said = await new Promise<string>((resolve, reject) => {
          execFile(process.execPath, ['program.mjs'], { cwd: folder, env }, (error, out, errors) =>
            error ? reject(new Error(errors)) : resolve(out),
          );
        });
        expect(said.trim()).toBe(colours.join(', '));
      } finally {
        await server.close();
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    });
});
