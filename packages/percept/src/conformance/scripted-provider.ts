// How one wire says a reply: as one body, as a stream, and as an error. A voice never looks at the request.
import type { Spoken } from './reply.ts';

export interface Said {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** What a voice needs besides the reply: names that differ from reply to reply. */
export interface Context {
  readonly model: string;
  /** A name that was not given before, for calls and messages. */
  readonly name: (kind: string) => string;
}

export interface ScriptedProvider {
  readonly whole: (reply: Spoken, context: Context) => object;
  readonly stream: (reply: Spoken, context: Context) => Said;
  readonly error: (status: number, message: string) => object;
}

/** Server-sent events; a name where the wire gives its events one. */
export function eventStream(
  events: readonly (object | string)[],
  nameOf?: (event: object) => string,
): Said {
  const frames = events.map((event) => {
    if (typeof event === 'string') return `data: ${event}\n\n`;
    const name = nameOf ? `event: ${nameOf(event)}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: 'text/event-stream', body: frames.join('') };
}

export function typeOf(event: object): string {
  return 'type' in event && typeof event.type === 'string' ? event.type : 'message';
}

/** Why it ended, in Anthropic's words. */
export function stop(reply: Spoken): string {
  return reply.kind === 'text' ? 'end_turn' : 'tool_use';
}

/** A long text arrives in pieces, as it does from a model. */
export function pieces(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return text.length < 2 ? [text] : [text.slice(0, middle), text.slice(middle)];
}
