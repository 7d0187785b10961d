// Outside clients on a real `percept mcp`: the official client package, in both generations of the protocol, over both
// transports.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';

export const command = fileURLToPath(
  new URL('../../../packages/percept/bin/percept.js', import.meta.url),
);

export const flavours = [
  { transport: 'stdio', generation: 'legacy' },
  { transport: 'stdio', generation: 'modern' },
  { transport: 'http', generation: 'legacy' },
  { transport: 'http', generation: 'modern' },
] as const;
export type Flavour = (typeof flavours)[number];

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number | undefined;
}

export interface ConnectOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders that the client lists as its roots; read anew with each question. */
  readonly roots?: () => readonly string[];
  /** One that runs already, with these arguments, and is ended by whoever started it. */
  readonly server?: HttpServerProcess;
}

export function createClient(
  generation: Flavour['generation'],
  roots?: () => readonly string[],
): Client {
  const client = new Client(
    { name: 'outside', version: '1.0.0' },
    {
      capabilities: roots ? { roots: { listChanged: true } } : {},
      versionNegotiation: { mode: generation === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  if (roots) {
    client.setRequestHandler('roots/list', () => ({
      roots: roots().map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  }
  return client;
}

export async function connect(flavour: Flavour, options: ConnectOptions): Promise<Connected> {
  const client = createClient(flavour.generation, options.roots);
  if (flavour.transport === 'stdio') {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', ...options.args],
      cwd: options.cwd,
      stderr: 'ignore',
    });
    await client.connect(transport);
    return {
      client,
      pid: transport.pid ?? undefined,
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const server = options.server ?? (await startHttp(options));
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    client,
    pid: server.child.pid,
    async [Symbol.asyncDispose]() {
      await client.close();
      if (!options.server) await server[Symbol.asyncDispose]();
    },
  };
}

export interface HttpServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
}

export async function startHttp({
  args,
  cwd,
  env = {},
}: ConnectOptions & {
  readonly env?: Readonly<Record<string, string>>;
}): Promise<HttpServerProcess> {
  const child = spawn(process.execPath, [command, 'mcp', '--http', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listens on (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    url,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

interface ToolResult {
  readonly content: readonly { readonly type: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface ViewFacts {
  readonly ref: string;
  readonly images: readonly {
    readonly uri: string;
    readonly width: number;
    readonly factor: number;
  }[];
}

/** What `view` tells a program beside the pictures. */
export function factsOf({ _meta }: ToolResult): ViewFacts {
  return _meta?.['percept/view'] as ViewFacts;
}

export async function view(client: Client, input: Record<string, unknown>): Promise<ToolResult> {
  return callTool(client, 'view', input);
}

export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: input })) as ToolResult;
}

export function imagesOf({ content }: ToolResult): readonly Buffer[] {
  return content.flatMap((block) =>
    block.type === 'image' && 'data' in block ? [Buffer.from(String(block.data), 'base64')] : [],
  );
}

export function textsOf({ content }: ToolResult): readonly string[] {
  return content.flatMap((block) => ('text' in block ? [String(block.text)] : []));
}

/** The colour in the middle. */
export async function colourOf(image: Buffer | undefined): Promise<string> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}
