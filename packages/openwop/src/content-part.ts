// RFC 0091 content parts: what a caller gives a model to perceive. Both spellings that are in use are read
// (`data`/`dataBase64`, `document`/`file`); a part is never dropped, it is taken or refused by name.
import { inside, isRecord, readList, readText, readWord } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { modalities, type Modality } from './model-facts.ts';
import { invalid, problem, type Problem } from '@percept/host/internal';
import { no, type Read } from './run-request.ts';
import { maxMessages } from './limits.ts';

export type MediaSource =
  | { readonly kind: 'inline'; readonly data: string }
  | { readonly kind: 'url' | 'reference'; readonly url: string };

type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'media';
      readonly modality: Exclude<Modality, 'text'>;
      readonly source: MediaSource;
    };

const roles = ['system', 'user', 'assistant'] as const;

export interface Message {
  readonly role: (typeof roles)[number];
  readonly parts: readonly ContentPart[];
}

export function readMessages(
  body: JsonObject,
  advertised: readonly Modality[],
  maxParts: number,
): Read<readonly Message[]> {
  const listed = readList(body['messages']);
  if (listed.length === 0 || listed.length > maxMessages)
    return no(invalid(`\`messages\` is a list of 1 to ${maxMessages} messages.`));
  const messages: Message[] = [];
  for (const item of listed) {
    const role = readWord(roles, inside(item, 'role'));
    if (!role) return no(invalid('A message has a role: system, user or assistant.'));
    const content = inside(item, 'content');
    if (typeof content === 'string') {
      messages.push({ role, parts: [{ type: 'text', text: content }] });
      continue;
    }
    if (!Array.isArray(content)) return no(invalid('`content` is a text or a list of parts.'));
    const parts: ContentPart[] = [];
    for (const given of content) {
      const part = readPart(given, advertised);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    messages.push({ role, parts });
  }
  const count = messages.reduce((sum, { parts }) => sum + parts.length, 0);
  return count > maxParts + messages.length
    ? no(invalid(`At most ${maxParts} parts are taken in one call.`))
    : { ok: true, value: messages };
}

function readPart(value: unknown, advertised: readonly Modality[]): Read<ContentPart> {
  const type = readText(inside(value, 'type'));
  if (!isRecord(value) || type === undefined) return no(invalid('A part has a `type`.'));
  if (type === 'text') {
    const text = readText(value['text']);
    return text === undefined
      ? no(invalid('A text part has a `text`.'))
      : { ok: true, value: { type: 'text', text } };
  }
  const modality = modalities.find((known) => known === (type === 'file' ? 'document' : type));
  if (!modality || modality === 'text' || !advertised.includes(modality))
    return no(unsupported(modality ?? type, advertised));
  const source = readSource(value);
  return typeof source === 'string'
    ? no(invalid(source))
    : { ok: true, value: { type: 'media', modality, source } };
}

/** "exactly one of url (SSRF-guarded) | mediaRef | data" */
function readSource(value: Readonly<Record<string, unknown>>): MediaSource | string {
  const given = [
    ['data', 'inline'],
    ['dataBase64', 'inline'],
    ['url', 'url'],
    ['mediaRef', 'reference'],
  ] as const;
  const found = given.filter(([name]) => value[name] !== undefined);
  const [only] = found;
  const text = only && readText(value[only[0]]);
  if (found.length !== 1 || !only || !text)
    return 'A media part has exactly one of data, url and mediaRef.';
  const [, kind] = only;
  return kind === 'inline' ? { kind, data: text } : { kind, url: text };
}

function unsupported(modality: string, advertised: readonly Modality[]): Problem {
  const name = modality.slice(0, 64);
  return problem(400, 'unsupported_modality', `This host does not take ${JSON.stringify(name)}.`, {
    modality: name,
    supported: advertised,
  });
}
