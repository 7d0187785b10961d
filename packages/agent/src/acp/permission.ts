// How a client is asked, whichever version it speaks: what the question is about, which answers there are, and what an
// answer that holds for longer is remembered for.
import type { PermitRequest } from '../loop/index.ts';
import { pathsIn } from '../loop/paths.ts';
import type { OpenSession } from '../runtime/session-pool.ts';
import { callFacts, rawInput, type CallFacts } from './content.ts';

/** An edit is allowed for a turn, a tool of a server for the session: edits differ, the tool stays the same. */
export class Permissions {
  readonly #allowed = new WeakMap<OpenSession, Set<string>>();

  allows(open: OpenSession, request: PermitRequest): boolean {
    return request.kind === 'server-call' && this.#toolsOf(open).has(request.tool);
  }

  remember(open: OpenSession, request: PermitRequest): void {
    if (request.kind === 'server-call') this.#toolsOf(open).add(request.tool);
  }

  #toolsOf(open: OpenSession): Set<string> {
    const known = this.#allowed.get(open) ?? new Set();
    this.#allowed.set(open, known);
    return known;
  }
}

export interface Question {
  readonly title: string;
  readonly facts: CallFacts & { readonly rawInput?: unknown };
  readonly alwaysName: string;
}

export function questionOf(request: PermitRequest, { session }: OpenSession): Question {
  const { cwd } = session.place;
  switch (request.kind) {
    case 'edit':
      return {
        title: `Edit ${request.path}`,
        facts: callFacts('edit', [request.path], cwd),
        alwaysName: 'Allow for this turn',
      };
    case 'server-call': {
      const { tool, server, input } = request;
      return {
        title: `Call ${tool} of the MCP server ${server}`,
        facts: { ...callFacts(tool, pathsIn({ input }), cwd), rawInput: rawInput(input) },
        alwaysName: `Allow ${tool} for this session`,
      };
    }
  }
}
