// One MCP server for one connection (or one request, where the protocol has no connections). It advertises what works at
// this moment and nothing else; all servers of a process share one turnstile.
import { accept } from '@percept/core';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { callTool, type Desk } from './call.ts';
import type { Era } from './client-roots.ts';
import { mcpLimits, type McpLimits } from './limits.ts';
import { MediaTypes } from './media-types.ts';
import { listResources, readResource, resourceTemplate, type Shelf } from './resources.ts';
import type { RootsRequest } from './roots.ts';
import type { McpSetup } from './setup.ts';
import { Turnstile } from './turnstile.ts';

export interface McpServers {
  readonly limits: McpLimits;
  open(era: Era): McpServer;
}

export function createServers(setup: McpSetup, trust: RootsRequest['trust']): McpServers {
  const limits: McpLimits = { ...mcpLimits, ...setup.limits };
  const turnstile = new Turnstile(limits.maxCallsAtOnce, limits.maxCallsWaiting);
  const types = new MediaTypes();
  const shelf = async (): Promise<Shelf> => {
    const { store } = await setup.bench();
    return { store, types, limits };
  };
  return {
    limits,
    open: (era) => openServer({ setup, limits, turnstile, trust, era }, shelf),
  };
}

function openServer(desk: Desk, shelf: () => Promise<Shelf>): McpServer {
  const hasDescriber = desk.setup.describer !== undefined;
  const mcp = new McpServer(
    { name: 'percept', title: 'Percept', version: desk.setup.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: instructions(hasDescriber),
      // Roots are never asked of a client that did not declare them.
      enforceStrictCapabilities: true,
    },
  );
  const { server } = mcp;
  server.setRequestHandler('tools/list', (_request, { mcpReq }) =>
    inTurn(desk, mcpReq.signal, async () => {
      const { toolList } = await import('./tool-list.ts');
      const { limits, setup } = desk;
      return { tools: toolList({ limits, hasDescriber, onlooker: setup.onlooker }) };
    }),
  );
  server.setRequestHandler('tools/call', (request, context) =>
    callTool(desk, request.params, context),
  );
  server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    inTurn(desk, mcpReq.signal, async () => listResources(await shelf(), params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ ...resourceTemplate }],
  }));
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    inTurn(desk, mcpReq.signal, async () => readResource(await shelf(), params.uri)),
  );
  return mcp;
}

/** Lists and resources have no results that say no: a refusal is an error that carries it, and a bug says nothing of itself. */
async function inTurn<T>(
  { turnstile, setup }: Desk,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const outcome = await turnstile.pass(signal, async () => accept(await work()));
    if (outcome.ok) return outcome.value;
    const { message } = outcome.refusal;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, { ...outcome.refusal });
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    setup.report?.(error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something inside Percept failed.');
  }
}

function instructions(hasDescriber: boolean): string {
  const view =
    'Percept gives you eyes. Call view with a path to see a picture, SVG, PDF page, document, table, notebook or source file as pixels; then call it again with region to zoom into the original.';
  return hasDescriber ? `${view} Call describe for its text and layout in words.` : view;
}
