// One MCP server for one connection (or one request, where the protocol has no connections). It advertises what works at
// this moment and nothing else; all servers of a process share one limiter.
import { accept } from '@percept/core';
import { Limiter, withLimits } from '@percept/core/internal';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { callTool, type ServedContext } from './call.ts';
import type { Era } from './client-roots.ts';
import { mcpLimits, type McpLimits } from './limits.ts';
import { MediaTypes } from './media-types.ts';
import { listResources, readResource, resourceTemplate, type MediaResources } from './resources.ts';
import type { RootsRequest } from './roots.ts';
import type { McpSetup } from './setup.ts';

export interface McpServers {
  readonly limits: McpLimits;
  open(era: Era): McpServer;
}

export function createServers(setup: McpSetup, trust: RootsRequest['trust']): McpServers {
  const limits: McpLimits = withLimits(mcpLimits, setup.limits);
  const limiter = new Limiter(limits.maxCallsAtOnce, limits.maxCallsWaiting);
  const types = new MediaTypes();
  const resources = async (): Promise<MediaResources> => {
    const { store } = await setup.openParts();
    return { store, types, limits };
  };
  return {
    limits,
    open: (era) => openServer({ setup, limits, limiter, trust, era }, resources),
  };
}

function openServer(served: ServedContext, resources: () => Promise<MediaResources>): McpServer {
  const hasDescriber = served.setup.describer !== undefined;
  const mcp = new McpServer(
    { name: 'percept', title: 'Percept', version: served.setup.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: instructions(hasDescriber),
      // Roots are never asked of a client that did not declare them.
      enforceStrictCapabilities: true,
    },
  );
  const { server } = mcp;
  server.setRequestHandler('tools/list', (_request, { mcpReq }) =>
    inTurn(served, mcpReq.signal, async () => {
      const { toolList } = await import('./tool-list.ts');
      const { limits, setup } = served;
      const hearing = await setup.hearing?.();
      const { vision } = setup;
      const { offeredMakers } = await import('./make-call.ts');
      const makers = offeredMakers(setup.makers);
      return { tools: toolList({ limits, hasDescriber, vision, hearing, makers }) };
    }),
  );
  server.setRequestHandler('tools/call', (request, context) =>
    callTool(served, request.params, context),
  );
  server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    inTurn(served, mcpReq.signal, async () => listResources(await resources(), params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ ...resourceTemplate }],
  }));
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    inTurn(served, mcpReq.signal, async () => readResource(await resources(), params.uri)),
  );
  return mcp;
}

/** Lists and resources have no results that say no: a refusal is an error that carries it, and a bug says nothing of itself. */
async function inTurn<T>(
  { limiter, setup }: ServedContext,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const outcome = await limiter.run(async () => accept(await work()), signal);
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
