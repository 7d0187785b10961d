// What a reader makes of a request: turns of events in wire order. Rules look at the trace and never at the body, so each
// rule exists once for all wires.
import { readDataUrl } from './base64.ts';
import { field, textAt, type Place } from './place.ts';
import { finding, type Finding, type SeenRole } from './verdict.ts';

type Payload =
  | { readonly kind: 'base64'; readonly text: string; readonly mime: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'id' };

export interface MediaEvent {
  readonly kind: 'media';
  readonly as: 'image' | 'file';
  readonly payload: Payload;
  /** The block. */
  readonly location: string;
  /** The string that holds the payload: the one field that may be base64. */
  readonly payloadAt: string;
}

export interface ResultEvent {
  readonly kind: 'result';
  readonly id: string;
  readonly failed: boolean;
  readonly location: string;
  readonly content: readonly TraceEvent[];
}

export type TraceEvent =
  | MediaEvent
  | ResultEvent
  | { readonly kind: 'words'; readonly location: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly location: string }
  /** A call that the provider holds on its side: it lends its pairing to one result. */
  | { readonly kind: 'remote-call'; readonly location: string }
  | { readonly kind: 'fault'; readonly finding: Finding };

export interface Turn {
  readonly role: SeenRole;
  readonly location: string;
  readonly events: readonly TraceEvent[];
}

export interface Trace {
  readonly turns: readonly Turn[];
  /** History that is not in the body is on the provider's side. */
  readonly continued: boolean;
}

/** An image or document by URL, where a data URL is the inline spelling. */
export function urlMedia(block: Place, slot: Place, as: 'image' | 'file'): TraceEvent {
  const url = textAt(slot) ?? '';
  const data = readDataUrl(url);
  const payload: Payload = data
    ? { kind: 'base64', text: data.base64, mime: data.mime }
    : url === ''
      ? { kind: 'base64', text: '', mime: '' }
      : { kind: 'url', url };
  return { kind: 'media', as, payload, location: block.at, payloadAt: slot.at };
}

/** Media as base64 beside a declared type. */
export function inlineMedia(
  block: Place,
  data: Place,
  mime: string,
  as: 'image' | 'file',
): TraceEvent {
  const payload: Payload = { kind: 'base64', text: textAt(data) ?? '', mime: mime.toLowerCase() };
  return { kind: 'media', as, payload, location: block.at, payloadAt: data.at };
}

export function idMedia(block: Place, as: 'image' | 'file'): TraceEvent {
  return { kind: 'media', as, payload: { kind: 'id' }, location: block.at, payloadAt: '' };
}

export function emptyBlock(place: Place, why: string): TraceEvent {
  return { kind: 'fault', finding: finding('empty-block', place.at, why) };
}

/** A text block: words, or the fault of having none. */
export function textBlock(block: Place, key = 'text', blankIsEmpty = false): TraceEvent {
  const text = textAt(field(block, key));
  if (text === undefined) return emptyBlock(block, 'A text block without text.');
  const empty = blankIsEmpty ? text.trim() === '' : text === '';
  return empty
    ? emptyBlock(block, 'A text block with empty text.')
    : { kind: 'words', location: block.at };
}
