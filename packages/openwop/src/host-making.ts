// Pictures and sound that this host makes for a tenant: OpenWOP's image generation and speech synthesis. Nobody can be asked
// here, so only models count whose host the operator named; what they make is told by URL.
import { drawPicture, sayAloud } from '@percept/agent/internal';
import { type ImageMaker, type Makers, type Produced, type SpeechMaker } from '@percept/agent';
import type { Runtime } from '@percept/agent/runtime';
import { madeLimits, overLimit, readText } from '@percept/core/internal';
import { refuse, type JsonObject, type Outcome, type Refusal, type TenantId } from '@percept/core';
import type { Door } from '@percept/ingest';
import type { Memory } from '@percept/store';
import type { Intake } from './intake.ts';

export const imageGeneration = 'aiProviders.imageGeneration';
export const speechSynthesis = 'aiProviders.speechSynthesis';

export function isHostCapability(name: string): boolean {
  return name === imageGeneration || name === speechSynthesis;
}

/** What of it can be used here, in the words of a pack that needs it. */
export function hostCapabilities({ image, speech }: Makers): readonly string[] {
  return [
    ...(image?.isConsented === true ? [imageGeneration] : []),
    ...(speech?.isConsented === true ? [speechSynthesis] : []),
  ];
}

export interface HostMakingParts {
  readonly runtime: Runtime;
  readonly memory: Pick<Memory, 'get'>;
  readonly door: Door;
  readonly intake: Intake;
}

export interface MakeOrder {
  readonly tenant: TenantId;
  /** `prompt` and `from` of a picture, `text` and `voice` of a sound. */
  readonly fields: JsonObject;
  readonly signal: AbortSignal;
}

export class HostMaking {
  readonly #parts: HostMakingParts;

  constructor(parts: HostMakingParts) {
    this.#parts = parts;
  }

  async maker<K extends keyof Makers>(kind: K): Promise<Makers[K] | undefined> {
    const maker = (await this.#parts.runtime.plan()).makers[kind];
    return maker?.isConsented === true ? maker : undefined;
  }

  async draw(maker: ImageMaker, { tenant, fields, signal }: MakeOrder): Promise<Outcome<Produced>> {
    const prompt = readText(fields['prompt'])?.trim();
    if (!prompt) return refuse(wrong('`prompt` says what to draw.'));
    const { maxPromptChars: max } = madeLimits;
    if (prompt.length > max) return refuse(overLimit('prompt', max, prompt.length, 'Say less.'));
    const url = readText(fields['from']);
    const from = url === undefined ? undefined : await this.#picture(url, tenant, signal);
    if (from && !from.ok) return from;
    const { door } = this.#parts;
    return drawPicture(maker, { prompt, from: from?.value }, { door, signal });
  }

  async say(maker: SpeechMaker, { fields, signal }: MakeOrder): Promise<Outcome<Produced>> {
    const text = readText(fields['text'])?.trim();
    if (!text) return refuse(wrong('`text` is what to say.'));
    const { maxSpokenCharsPerTurn: max } = madeLimits;
    if (text.length > max) return refuse(overLimit('text', max, text.length, 'Say less.'));
    const voice = readText(fields['voice'] ?? fields['voiceId']);
    const { door } = this.#parts;
    return sayAloud(maker, { text, voice, format: 'wav' }, { door, signal });
  }

  async #picture(url: string, tenant: TenantId, signal: AbortSignal) {
    const { intake, door, memory } = this.#parts;
    const bytes = await intake.bytes(url, tenant);
    if (!bytes.ok) return bytes;
    const input = { kind: 'bytes', bytes: bytes.value } as const;
    const taken = await door.ingest(input, { expect: 'image', signal });
    if (!taken.ok) return taken;
    const { block } = taken.value;
    if (block.type !== 'image') return refuse(wrong('`from` is a picture.'));
    const fitted = await memory.get(block.sha256);
    if (!fitted.ok) return fitted;
    const { width, height, mime } = block;
    return { ok: true, value: { bytes: fitted.value, width, height, mime } } as const;
  }
}

/** As both a node and a call tell it. */
export function madeFacts({ block, charge }: Produced, url: string): JsonObject {
  const { mime: mimeType, bytes } = block;
  const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
  return { url, mimeType, bytes, ...size, model: charge.model };
}

function wrong(hint: string): Refusal {
  return { refused: 'invalid-input', message: 'Nothing can be made of this.', hint };
}
