// What one captured request holds, read as its provider would: which media, by their own colours and bytes, and every text.
import { createHash } from 'node:crypto';
import { isRecord } from '@percept/core/internal';
import { judge, type CapturedRequest, type Finding } from 'percept/conformance';
import sharp from 'sharp';
import { markOf, type Medium } from './media.ts';

/** One medium in a slot of the wire. */
interface SeenMedium {
  /** Absent: pixels that are nobody's colour, such as a drawn text. */
  readonly mark?: number;
  readonly kind: 'image' | 'file';
  readonly role: string;
  /** The call in whose result it stands. */
  readonly call?: string;
  readonly sha256: string;
  readonly location: string;
}

export interface SeenRequest {
  readonly findings: readonly Finding[];
  readonly media: readonly SeenMedium[];
  /** Every text of the body, one after another. */
  readonly text: string;
}

export class Reader {
  /** Of pixels, by their hash. */
  readonly #marks = new Map<string, Promise<number | undefined>>();

  /** `known`: originals that travel as they are, such as sounds and documents. */
  async read(request: CapturedRequest, known: readonly Medium[]): Promise<SeenRequest> {
    const { wire, body, model, raw } = request;
    const { findings, images, files } = judge({ wire, body: raw, model });
    const media: SeenMedium[] = [];
    const slots = [
      ...images.map((image) => ({ ...image, kind: 'image' as const })),
      ...files.map((file) => ({ ...file, kind: 'file' as const })),
    ];
    for (const { kind, data, role, call, location } of slots) {
      const sha256 = createHash('sha256').update(data).digest('hex');
      const own = known.find((medium) => medium.sha256 === sha256)?.mark;
      const mark = own ?? (await this.#markOf(sha256, data));
      media.push({
        kind,
        role,
        sha256,
        location,
        ...(mark !== undefined && { mark }),
        ...(call !== undefined && { call }),
      });
    }
    return { findings, media, text: textsOf(body).join('\n') };
  }

  /** Pictures outside of a request: what a face showed. */
  markOf(bytes: Uint8Array): Promise<number | undefined> {
    return this.#markOf(createHash('sha256').update(bytes).digest('hex'), bytes);
  }

  #markOf(sha256: string, bytes: Uint8Array): Promise<number | undefined> {
    const known = this.#marks.get(sha256) ?? centreOf(bytes);
    this.#marks.set(sha256, known);
    return known;
  }
}

async function centreOf(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
    return markOf([...data.subarray(at, at + 3)]);
  } catch {
    return undefined;
  }
}

/** Every string of a body that is words and not bytes. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return isPayload(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : [];
}

function isPayload(text: string): boolean {
  return text.length > 60 && /^(data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]+={0,2}$/.test(text);
}
