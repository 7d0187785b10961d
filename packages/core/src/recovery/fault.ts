// What a provider's refusal says about the media in a request, read from its status and its words. Every provider words it
// differently; a refusal that says nothing at all is taken for a media fault only where there was media.

export type FaultKind =
  /** The whole request is too heavy. */
  | 'request-bytes'
  | 'image-bytes'
  | 'image-pixels'
  | 'image-count'
  | 'type-mismatch'
  | 'corrupt'
  /** The model, or this route to it, takes no pictures. */
  | 'no-vision'
  /** A picture stood in a role that takes none. */
  | 'image-role'
  /** A user message straight after a tool's. */
  | 'role-order'
  /** Thinking that was made for another prefix. */
  | 'thinking-binding'
  /** Refused with nothing said, and media was there. */
  | 'unclear';

export interface ProviderRefusal {
  readonly status?: number;
  /** Message and body, in whatever form they came. */
  readonly text: string;
  readonly hadMedia: boolean;
}

export interface MediaFault {
  readonly kind: FaultKind;
  /** The edge that the provider named as its limit. */
  readonly maxEdgePx?: number;
}

/** First match wins, so a narrow wording stands above a wide one. */
const wordings: readonly (readonly [FaultKind, RegExp])[] = [
  [
    'thinking-binding',
    /thinking[\s\S]{0,120}(cannot be modified|invalid `?signature|prefix|binding|bound to)|prefix_mismatch|invalid [`'"]?signature[`'"]? in [`'"]?thinking|block_binding/i,
  ],
  [
    'role-order',
    /unexpected role ['"`]?user|user['"`]? after (role )?['"`]?tool|roles? must alternate|expected (the )?last role/i,
  ],
  [
    'image-role',
    /image urls? (are|is) only allowed|only allowed for messages with role|invalid 'messages' in payload|should be 'input text'|tool (message|result)s?[\s\S]{0,60}(only|must)[\s\S]{0,30}text/i,
  ],
  [
    'no-vision',
    /(does not|doesn't|do not|not) support(ed)?[\s\S]{0,30}(image|vision|multimodal)|(image|vision|multimodal)[\s\S]{0,40}(not supported|unsupported by|is not enabled|only supported by)|support(s)? image input|unknown variant [`'"]image_url|mmproj|text[- ]only model|not a multimodal model/i,
  ],
  [
    'image-count',
    /too many images|(image|images)[\s\S]{0,40}(at most|maximum of|more than) \d+ images?|exceeds? the (maximum )?number of images|max(imum)? (number of )?images/i,
  ],
  [
    'image-pixels',
    /dimensions?[\s\S]{0,40}(exceed|too large|max)|many-image requests|pixels?[\s\S]{0,30}(exceed|max|limit)|(exceed|max|limit)[\s\S]{0,40}pixels|too many (image )?patches/i,
  ],
  [
    'image-bytes',
    /image[\s\S]{0,40}exceeds?[\s\S]{0,40}(mb|bytes|size)|image (file )?(is |size )?too (large|big)|image[\s\S]{0,30}maximum[\s\S]{0,20}(mb|bytes)/i,
  ],
  [
    'request-bytes',
    /request_too_large|request (entity )?(is )?too large|payload (is )?too large|body (is )?too large|exceeds? the maximum (allowed )?(request |payload |number of bytes|size)|request exceeds/i,
  ],
  [
    'type-mismatch',
    /media type[\s\S]{0,80}(but|does not match|mismatch)|not match the (provided|declared|specified) (media|mime)|appears to be an? image\/|(unsupported|invalid|not a supported) (image )?(media|mime)[ _-]?type|unsupported image|must be one of the following formats|invalid image format/i,
  ],
  [
    'corrupt',
    /could not process image|unable to process (input )?image|invalid image|(not|n't) (represent )?a valid image|cannot identify image|(failed|unable) to (decode|load|read|parse)[\s\S]{0,20}image|image data[\s\S]{0,30}(invalid|corrupt|truncated)|(corrupt|truncated)[\s\S]{0,20}image|invalid base64|illegal base64/i,
  ],
];

const mediaStatuses: ReadonlySet<number> = new Set([400, 404, 413, 415, 422, 500]);
const unclearStatuses: ReadonlySet<number> = new Set([400, 415, 422]);

/** Undefined when this is not about media: keys, quotas, outages and prompts are for others to handle. */
export function classifyRefusal({
  status,
  text,
  hadMedia,
}: ProviderRefusal): MediaFault | undefined {
  if (status === 413) return hadMedia ? { kind: 'request-bytes' } : undefined;
  if (status !== undefined && !mediaStatuses.has(status)) return undefined;
  const kind = wordings.find(([, wording]) => wording.test(text))?.[0];
  if (kind === 'thinking-binding' || kind === 'role-order' || (kind && hadMedia))
    return { kind, ...edgeIn(kind, text) };
  if (!hadMedia || !unclearStatuses.has(status ?? 0) || isAboutSomethingElse(text))
    return undefined;
  return { kind: 'unclear' };
}

function edgeIn(kind: FaultKind, text: string): Pick<MediaFault, 'maxEdgePx'> {
  if (kind !== 'image-pixels') return {};
  const edge = /(\d{3,5}) ?(px|pixels)/i.exec(text)?.[1];
  return edge === undefined ? {} : { maxEdgePx: Number(edge) };
}

/** A 400 with a clear cause of its own is left alone. */
function isAboutSomethingElse(text: string): boolean {
  return /api[ _-]?key|quota|billing|credit|rate limit|context (length|window)|maximum context|prompt is too long|max_tokens|temperature|tool_choice|json schema|input_schema|invalid model|model[\s\S]{0,20}not (found|exist)|content (policy|filter)/i.test(
    text,
  );
}
