// Programs that others wrote for judging MCP servers: the inspector's command line, and the official conformance runner.
// Scenarios that call tools of the runner's own reference server do not apply to any other server, and are not run.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, startHttp, type HttpServerProcess } from './support/clients.ts';
import { openFolder, type Folder } from './support/folder.ts';

const run = promisify(execFile);
const inspector = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);
const conformance = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'),
);

let folder: Folder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('the MCP inspector', () => {
  async function inspect(...args: string[]): Promise<unknown> {
    // It speaks of roots and lists none, so the folder is named.
    const server = [process.execPath, command, 'mcp', '--data', folder.data, '--root', folder.root];
    const { stdout } = await run(
      process.execPath,
      [inspector, '--cli', ...server, '--method', ...args],
      { cwd: folder.root, maxBuffer: 16 * 1024 * 1024 },
    );
    return JSON.parse(stdout);
  }

  test('lists the tools', { tags: ['d-cli-mcp'] }, async () => {
    expect(await inspect('tools/list')).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'view' })]),
    });
  });

  test('sees a picture, and the picture as a resource', async () => {
    expect(
      await inspect('tools/call', '--tool-name', 'view', '--tool-arg', 'ref=plan.svg'),
    ).toMatchObject({ content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }] });
    expect(await inspect('resources/list')).toMatchObject({
      resources: [{ mimeType: 'image/png', uri: expect.stringMatching(/^media:sha256-/) }],
    });
    expect(await inspect('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'media:sha256-{sha256}' }],
    });
  });
});

describe('the MCP conformance runner', () => {
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await startHttp({ args: ['--data', folder.data], cwd: folder.root });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ])('finds no fault with %s', { tags: ['d-cli-mcp'] }, async (scenario) => {
    const args = ['server', '--url', server.url, '--scenario', scenario];
    const { stdout } = await run(process.execPath, [conformance, ...args], { cwd: folder.root });
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
  });
});
