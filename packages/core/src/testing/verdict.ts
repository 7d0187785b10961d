// The words of a verdict. Rules are a closed list, so that every one of them can be shown to fail.
import { wires, type Wire } from '../profile/placement.ts';
import type { Size } from '../profile/shape.ts';

/**
 * Mistral speaks Chat Completions with spellings and an order of roles of its own.
 *
 * @example for (const wire of judgedWires) test(wire, () => expect(judge({ wire, body: bodies[wire] }).ok).toBe(true));
 */
export const judgedWires = [...wires, 'mistral-chat'] as const;
export type JudgedWire = Wire | 'mistral-chat';

/**
 * Everything that the judge of a request can find: the list is closed.
 *
 * @example findings.every(({ rule }) => rules.includes(rule));
 */
export const rules = [
  /** The body is not a request of this wire. */
  'not-a-request',
  /** Base64 where the model reads text. */
  'base64-in-text',
  /** Bytes as numbers where the model reads text: `{"0":137,"1":80…}` and its relatives. */
  'bytes-in-text',
  /** A media part that was stringified into text, whatever its payload. */
  'media-part-in-text',
  /** A `media:` reference, which only the store can resolve. */
  'reference-on-wire',
  /** An image where this wire takes none. */
  'image-slot',
  /** An image inside a tool result that says it failed. */
  'image-in-failed-result',
  /** Image bytes in a slot for documents, where nobody looks at them. */
  'image-as-file',
  /** A null, shapeless or empty content block, or a content list without blocks. */
  'empty-block',
  /** A media block with nothing in it. */
  'empty-media',
  /** The payload is not base64, or no image that we know. */
  'image-corrupt',
  /** An image type that the model does not take. */
  'image-type',
  /** The declared type is not the type of the bytes. */
  'image-type-mismatch',
  /** A tool call without a result. */
  'call-unpaired',
  /** A tool result without a call. */
  'result-unpaired',
  /** A second result for the same call, or a second call with the same id. */
  'result-repeated',
  /** A tool result that comes after something else has been said. */
  'result-order',
  /** A hoisted image that stands before the last result of its turn. */
  'image-before-results',
  /** Mistral: a user message straight after a tool's. */
  'user-after-tool',
  /** Bedrock: roles that do not alternate. */
  'role-order',
  /** Another number of native images than the caller expects. */
  'image-count',
  'too-many-images',
  'image-too-large',
  'image-too-wide',
  /** More images than the provider's threshold, and one of them wider than it then takes. */
  'many-images-edge',
  'request-too-large',
] as const;
export type Rule = (typeof rules)[number];

export interface Finding {
  readonly rule: Rule;
  /** The path of the field in the body, for example `messages[2].content[0].text`. */
  readonly location: string;
  readonly message: string;
}

export function finding(rule: Rule, location: string, message: string): Finding {
  return { rule, location, message };
}

export type SeenRole = 'system' | 'user' | 'assistant' | 'tool';

export interface SeenMedia {
  readonly location: string;
  readonly role: SeenRole;
  /** The call in whose result this stands; absent for media in a message of its own. */
  readonly call?: string;
  /** What the wire declares; empty where the wire declares nothing. */
  readonly mime: string;
  /** Decoded length; zero for media by URL or file id. */
  readonly bytes: number;
  readonly data: Uint8Array;
  readonly url?: string;
  /** Known where the header of the bytes says it. */
  readonly size?: Size;
  /** Whether the wire takes an image at this place. */
  readonly legal: boolean;
}

export interface SeenCall {
  readonly id: string;
  readonly tool: string;
  readonly location: string;
  /** Where its first result stands. */
  readonly result?: string;
}

export interface Verdict {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** Everything that stands in a slot for images, legal or not. */
  readonly images: readonly SeenMedia[];
  /** Documents and sound in slots of their own. */
  readonly files: readonly SeenMedia[];
  readonly calls: readonly SeenCall[];
}
