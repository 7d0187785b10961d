// What the bridge did, as it happens, and the same in sentences for the user: which model and which host saw what.
import { printable } from '@percept/core/internal';
import { type BlobId, type Refusal, type RefusalKind } from '@percept/core';
import type { MediaKind } from '@percept/core/internal/route';
import type { Charge } from '../models/index.ts';
import type { DescribedKind } from './describer.ts';

/** Who sees the media, and where it goes. */
export interface Recipient {
  readonly model: string;
  readonly host: string;
}

interface Looked extends Recipient {
  readonly media: DescribedKind;
  readonly blob: BlobId;
}

export type BridgeEvent =
  /** Said before the bytes leave, once for every attempt. */
  | ({ readonly type: 'media-sent'; readonly attempt: number; readonly asked: boolean } & Looked)
  | ({
      readonly type: 'media-described';
      readonly place: 'device' | 'remote';
      /** Told before, so that nothing was sent now. */
      readonly cached: boolean;
      readonly asked: boolean;
    } & Looked)
  | ({
      readonly type: 'describer-failed';
      readonly failure: RefusalKind;
      readonly attempt: number;
      readonly retrying: boolean;
    } & Looked)
  /** What one request of a look cost. */
  | { readonly type: 'look-billed'; readonly charge: Charge }
  /** Beyond the turn's budget. */
  | {
      readonly type: 'media-deferred';
      readonly media: DescribedKind;
      readonly blob: BlobId;
      readonly maxPerTurn: number;
    }
  /** Not described: damaged, of a kind that nobody describes, or without a route. */
  | { readonly type: 'media-withheld'; readonly media: MediaKind; readonly refusal: Refusal };

const nouns = { image: ['picture', 'pictures'], audio: ['sound', 'sounds'] } as const;

/** One sentence for each model that looked, for the user. Equal events count once. */
export function disclosures(events: readonly BridgeEvent[]): readonly string[] {
  const lines = new Map<string, Set<string>>();
  const count = (line: string, blob: string): void => {
    lines.set(line, (lines.get(line) ?? new Set()).add(blob));
  };
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case 'media-sent':
        count(sentTo(event), key(event));
        break;
      case 'media-described':
        if (event.place === 'device')
          count(`# put into words by ${printable(event.model)} on this device.`, key(event));
        else if (event.cached)
          count(`# put into words earlier by ${who(event)}; nothing was sent now.`, key(event));
        // Another session may have been the one that sent it, at the same time.
        else count(sentTo(event), key(event));
        break;
      case 'describer-failed':
        if (!event.retrying)
          count(`# not put into words by ${who(event)} (${event.failure}).`, key(event));
        break;
      case 'media-deferred':
        count(`# beyond this turn's limit of ${event.maxPerTurn}, and not looked at.`, key(event));
        break;
      case 'look-billed':
        break;
      case 'media-withheld':
        count(`# not shown: ${event.refusal.message}`, `${event.media} ${index}`);
        break;
    }
  }
  return [...lines].map(([line, blobs]) => line.replace('#', counted(blobs)));
}

/** Of what is about to leave together. */
export function goingText(kinds: readonly MediaKind[], recipient: Recipient): string {
  const [, noun] = kinds.every((kind) => kind === 'audio') ? nouns.audio : nouns.image;
  const what = new Set(kinds).size === 1 ? noun : 'pictures and sounds';
  return `${kinds.length} ${what} go to ${who(recipient)}, to be put into words there.`;
}

function sentTo(event: Looked): string {
  return `# sent to ${who(event)}, to be put into words there.`;
}

function who({ model, host }: Pick<Looked, 'model' | 'host'>): string {
  return `${printable(model)} at ${printable(host)}`;
}

function key({ media, blob }: { readonly media: DescribedKind; readonly blob: BlobId }): string {
  return `${media} ${blob}`;
}

function counted(keys: ReadonlySet<string>): string {
  const [one, many] = [...keys].every((name) => name.startsWith('audio'))
    ? nouns.audio
    : nouns.image;
  return keys.size === 1 ? `1 ${one} was` : `${keys.size} ${many} were`;
}
