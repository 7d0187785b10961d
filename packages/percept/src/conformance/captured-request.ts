// One request as it arrived: the raw body, the parsed body, and what the path says about wire and model.
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, parseJson, readText } from '@percept/core/internal';
import type { JudgedWire } from '@percept/core/internal/testing';

export interface CapturedRequest {
  readonly wire: JudgedWire;
  readonly path: string;
  /** Credentials are replaced, so that a capture can be printed and kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly body: unknown;
  readonly model: string;
  readonly streamed: boolean;
}

export interface Route {
  readonly wire: JudgedWire;
  readonly model?: string;
  readonly streamed?: boolean;
}

/** The path tells the wire; Mistral shares its path with Chat Completions and has a prefix here. */
export function routeOf(path: string): Route | undefined {
  const gemini = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path);
  if (gemini)
    return {
      wire: 'gemini',
      model: decodeURIComponent(gemini[1] ?? ''),
      streamed: gemini[2] === 'streamGenerateContent',
    };
  const bedrock = /\/model\/([^/]+)\/(converse|converse-stream)$/.exec(path);
  if (bedrock)
    return {
      wire: 'bedrock-converse',
      model: decodeURIComponent(bedrock[1] ?? ''),
      streamed: bedrock[2] === 'converse-stream',
    };
  if (path.endsWith('/chat/completions'))
    return { wire: path.startsWith('/mistral/') ? 'mistral-chat' : 'chat-completions' };
  if (path.endsWith('/responses')) return { wire: 'responses' };
  if (path.endsWith('/messages')) return { wire: 'anthropic-messages' };
  return undefined;
}

export function capture(
  route: Route,
  path: string,
  headers: IncomingHttpHeaders,
  raw: string,
): CapturedRequest | undefined {
  const body = parseJson(raw);
  if (!isRecord(body)) return undefined;
  return {
    wire: route.wire,
    path,
    headers: redacted(headers),
    raw,
    body,
    model: route.model ?? readText(body['model']) ?? '',
    streamed: route.streamed ?? body['stream'] === true,
  };
}

const credential = /^(authorization|cookie|(x-)?(.*-)?(api-?key|token))$/;

function redacted(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    kept[name] = credential.test(name) ? '[redacted]' : String(value);
  return kept;
}
