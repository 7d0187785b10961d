// Media stands only where the wire takes it, is what it says it is, and keeps to the limits of the model it goes to.
import { normaliseMediaType } from '../media-type.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { decodeBase64 } from './base64.ts';
import { sniff } from './sniff.ts';
import type { MediaEvent, ResultEvent, Trace, Turn } from './trace.ts';
import { finding, type Finding, type JudgedWire, type Rule, type SeenMedia } from './verdict.ts';

export interface MediaVerdict {
  readonly findings: readonly Finding[];
  readonly images: readonly SeenMedia[];
  readonly files: readonly SeenMedia[];
  readonly slots: ReadonlySet<string>;
}

export function judgeMedia(trace: Trace, wire: JudgedWire, profile: ModelProfile): MediaVerdict {
  const findings: Finding[] = [];
  const images: SeenMedia[] = [];
  const files: SeenMedia[] = [];
  const slots = new Set<string>();
  for (const { event, turn, result } of mediaOf(trace)) {
    slots.add(event.payloadAt);
    const faults = event.as === 'image' ? slotFaults(event, turn, result, wire, profile) : [];
    const seen = look(event, turn, result, faults.length === 0);
    findings.push(...faults, ...contentFaults(event, seen, profile));
    (event.as === 'image' ? images : files).push(seen);
  }
  findings.push(...limitFaults(images, profile));
  return { findings, images, files, slots };
}

interface Met {
  readonly event: MediaEvent;
  readonly turn: Turn;
  readonly result?: ResultEvent;
}

function* mediaOf(trace: Trace): Iterable<Met> {
  for (const turn of trace.turns)
    for (const event of turn.events)
      if (event.kind === 'media') yield { event, turn };
      else if (event.kind === 'result')
        for (const inner of event.content)
          if (inner.kind === 'media') yield { event: inner, turn, result: event };
}

function slotFaults(
  event: MediaEvent,
  turn: Turn,
  result: ResultEvent | undefined,
  wire: JudgedWire,
  profile: ModelProfile,
): readonly Finding[] {
  const at = (rule: Rule, message: string) => [finding(rule, event.location, message)];
  if (result && !takesImageInResult(wire, profile))
    return at('image-slot', 'This wire takes no image inside a tool result.');
  if (result?.failed && (wire === 'anthropic-messages' || wire === 'bedrock-converse'))
    return at('image-in-failed-result', 'A failed tool result may not hold an image.');
  // Gemini's models draw, and their pictures are replayed in their own turns.
  if (!result && turn.role !== 'user' && !(turn.role === 'assistant' && wire === 'gemini'))
    return at('image-slot', `A message of ${turn.role} may not hold an image.`);
  return [];
}

function takesImageInResult(wire: JudgedWire, profile: ModelProfile): boolean {
  switch (wire) {
    case 'chat-completions':
    case 'mistral-chat':
      return false;
    case 'gemini':
      return profile.toolResult.image === 'native';
    case 'responses':
    case 'anthropic-messages':
    case 'bedrock-converse':
      return true;
  }
}

function look(
  event: MediaEvent,
  turn: Turn,
  result: ResultEvent | undefined,
  legal: boolean,
): SeenMedia {
  const { payload } = event;
  const data =
    (payload.kind === 'base64' ? decodeBase64(payload.text) : undefined) ?? new Uint8Array();
  const size = sniff(data)?.size;
  return {
    location: event.location,
    role: result ? 'tool' : turn.role,
    ...(result && { call: result.id }),
    mime: payload.kind === 'base64' ? payload.mime : '',
    bytes: data.length,
    data,
    ...(payload.kind === 'url' && { url: payload.url }),
    ...(size && { size }),
    legal,
  };
}

function contentFaults(
  event: MediaEvent,
  seen: SeenMedia,
  profile: ModelProfile,
): readonly Finding[] {
  const at = (rule: Rule, message: string) => [finding(rule, event.location, message)];
  const { payload } = event;
  if (payload.kind !== 'base64') return [];
  if (payload.text === '') return at('empty-media', 'A media block without data.');
  const declared = normaliseMediaType(payload.mime);
  const real = sniff(seen.data)?.mime;
  if (event.as === 'file') {
    const image = declared.startsWith('image') || real?.startsWith('image/');
    return image ? at('image-as-file', 'Image bytes in a slot for documents.') : [];
  }
  if (seen.bytes === 0) return at('image-corrupt', 'The payload is not base64.');
  const taken: readonly string[] = profile.image.types;
  const faults: Finding[] = [];
  if (!taken.includes(declared))
    faults.push(
      ...at(
        'image-type',
        `${declared || 'No type'} is declared; the model takes ${taken.join(', ') || 'no image'}.`,
      ),
    );
  if (real === undefined)
    faults.push(...at('image-corrupt', 'The bytes are no image that we know.'));
  else if (real !== declared)
    faults.push(...at('image-type-mismatch', `Declared ${declared}, and the bytes are ${real}.`));
  return faults;
}

function limitFaults(images: readonly SeenMedia[], profile: ModelProfile): readonly Finding[] {
  const { image, request } = profile;
  const findings: Finding[] = [];
  const over = (rule: Rule, seen: SeenMedia | undefined, what: string, most: number): void => {
    findings.push(finding(rule, seen?.location ?? '', `${what}; ${profile.id} takes ${most}.`));
  };
  if (images.length > request.maxImages)
    over(
      'too-many-images',
      images[request.maxImages],
      `${images.length} images`,
      request.maxImages,
    );
  const many =
    image.manyImages && images.length > image.manyImages.above ? image.manyImages : undefined;
  for (const seen of images) {
    const { bytes, size } = seen;
    const counted = image.bytesCountedAs === 'raw' ? bytes : Math.ceil(bytes / 3) * 4;
    const edge = size ? Math.max(size.width, size.height) : 0;
    if (counted > image.maxBytes) over('image-too-large', seen, `${counted} bytes`, image.maxBytes);
    if (edge > image.maxEdgePx) over('image-too-wide', seen, `${edge} px`, image.maxEdgePx);
    else if (many && edge > many.maxEdgePx)
      findings.push(
        finding(
          'many-images-edge',
          seen.location,
          `${edge} px; with more than ${many.above} images ${profile.id} takes ${many.maxEdgePx}.`,
        ),
      );
  }
  return findings;
}
