// One server of somebody else: started, listed, called, started again when it died, and closed. Nothing that it does ends a
// session: every failure is a sentence for the person or a failed result for the model.
import { createHash } from 'node:crypto';
import { accept, refuse, type JsonObject, type Outcome, type Refusal } from '@percept/core';
import { isJsonObject, oneLine, type Fields } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import { failed, type LoopTool, type ToolAnswer } from '../loop/toolbox.ts';
import { failureOf } from './failure.ts';
import { isSessionGone, openLink, type Link, type LinkPlace } from './link.ts';
import { readResult } from './result.ts';
import type { ClientServer } from './server.ts';
import { listTools, type OfferedTool, type ToolList } from './tool-list.ts';

export interface McpConnectionParts {
  readonly server: ClientServer;
  readonly label: string;
  readonly place: LinkPlace;
  readonly door: Door;
}

export class McpConnection {
  readonly #parts: McpConnectionParts;
  readonly #stop = new AbortController();
  #link: Promise<Outcome<Link>> | undefined;
  #starts = 0;

  constructor(parts: McpConnectionParts) {
    this.#parts = parts;
  }

  /** Connects, and asks what it offers. */
  async arrive(): Promise<
    Outcome<Omit<ToolList, 'tools'> & { readonly tools: readonly LoopTool[] }>
  > {
    const { server, label, place } = this.#parts;
    const link = await this.#connected();
    if (!link.ok) return link;
    try {
      const named = { name: nameOf(server), label };
      const { limits } = place;
      const { tools, notices } = await listTools(link.value, named, limits, this.#stop.signal);
      return accept({ tools: tools.map((tool) => this.#loopTool(tool)), notices });
    } catch (error) {
      await link.value.close().catch(() => {});
      return refuse(failureOf(error, server));
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const link = await this.#link;
    if (link?.ok) await link.value.close().catch(() => {});
  }

  #loopTool({ name, own, description, inputSchema }: OfferedTool): LoopTool {
    const serverName = nameOf(this.#parts.server);
    const run: LoopTool['run'] = (input, { signal }) => this.#call(name, own, input, signal);
    const { server } = this.#parts;
    const facts = JSON.stringify([server, own, description, inputSchema]);
    const identity = createHash('sha256').update(facts).digest('hex');
    return { name, description, inputSchema, serverName, identity, run };
  }

  async #call(
    tool: string,
    own: string,
    input: unknown,
    asked: AbortSignal | undefined,
  ): Promise<ToolAnswer> {
    const { server, door, place } = this.#parts;
    if (!isJsonObject(input)) return failed(notAnObject);
    const { limits } = place;
    const signal = asked ? AbortSignal.any([asked, this.#stop.signal]) : this.#stop.signal;
    try {
      const result = await this.#ask({ name: own, arguments: input }, signal);
      if (!result.ok) return failed(result.refusal);
      return await readResult(result.value, { tool, door, limits, signal });
    } catch (error) {
      return failed(asked?.aborted ? takenBack : failureOf(error, server));
    }
  }

  /** A session that its server forgot is begun anew: the call was not heard. */
  async #ask(params: JsonObject, signal: AbortSignal): Promise<Outcome<Fields>> {
    const { callTimeoutMs, maxCallMs } = this.#parts.place.limits;
    const options = {
      signal,
      timeout: callTimeoutMs,
      maxTotalTimeout: maxCallMs,
      resetTimeoutOnProgress: true,
      onprogress: () => {},
    };
    for (let attempt = 1; ; attempt++) {
      const link = await this.#connected();
      if (!link.ok) return link;
      try {
        return accept(await link.value.request('tools/call', params, options));
      } catch (error) {
        if (attempt > 1 || !isSessionGone(error)) throw error;
        await link.value.close();
      }
    }
  }

  /** The link that is there, or a new one for a server that ended. */
  async #connected(): Promise<Outcome<Link>> {
    const known = await this.#link;
    if (known?.ok && known.value.isOpen) return known;
    const { server, place } = this.#parts;
    const isProgram = server.transport === 'stdio';
    if (isProgram && this.#starts > place.limits.maxRestarts)
      return refuse(endedTooOften(nameOf(server)));
    this.#starts += 1;
    this.#link = this.#open();
    return this.#link;
  }

  async #open(): Promise<Outcome<Link>> {
    const { server, place } = this.#parts;
    const inTime = AbortSignal.timeout(place.limits.connectTimeoutMs);
    const signal = AbortSignal.any([inTime, this.#stop.signal]);
    try {
      const link = await openLink(server, place, signal);
      if (!this.#stop.signal.aborted) return accept(link);
      await link.close();
      return refuse(takenBack);
    } catch (error) {
      return refuse(failureOf(error, server));
    }
  }
}

/** As people and models read it. */
export function nameOf({ name }: ClientServer): string {
  return oneLine(name, 60);
}

const notAnObject: Refusal = {
  refused: 'invalid-input',
  message: 'The input is not a JSON object.',
  hint: 'Give the fields that the input schema names.',
};

const takenBack: Refusal = {
  refused: 'cancelled',
  message: 'The call was cancelled before the server answered.',
  hint: 'Ask before trying again.',
};

function endedTooOften(name: string): Refusal {
  return {
    refused: 'unavailable',
    message: `The server ${name} has ended too often and is not started again.`,
    hint: 'Go on without it.',
  };
}
