// What the model saw in one turn, request by request: the pixels that really went out, and the words that stand for what
// did not.
import { useState, type ReactElement } from 'react';
import type { Sighting, Turn } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { bytesInWords, countInWords, plural } from '../words/figures.ts';
import { SlotCard } from './slot-card.tsx';

export function SawPanel({ sightings }: Pick<Turn, 'sightings'>): ReactElement | null {
  const [open, setOpen] = useState(false);
  const newest = sightings.at(-1);
  if (!newest || newest.slots.length === 0) return null;
  return (
    <details className="fold saw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="row">
        <Icon name="chevron" />
        <Icon name="eye" />
        <span className="saw-title">
          What {newest.host === 'this device' ? 'local eyes' : 'the model'} saw
        </span>
        <span className="saw-sum figures">{sumOf(newest)}</span>
      </summary>
      {open && (
        <ol className="fold-body stack requests">
          {sightings.map((sighting, at) => (
            // A request has no name but its place in the turn.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <Request sighting={sighting} number={at + 1} of={sightings.length} />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

function Request({
  sighting,
  number,
  of,
}: {
  readonly sighting: Sighting;
  readonly number: number;
  readonly of: number;
}): ReactElement {
  const { model, host, wire, slots } = sighting;
  const local = host === 'this device';
  return (
    <section className="request card" aria-label={`Request ${number}`}>
      <p className="request-head beside wrap">
        {of > 1 && (
          <span className="request-number">
            Request {number} of {of}
          </span>
        )}
        <span>
          <b>{model}</b> {local ? 'on this device, nothing was sent' : `at ${host}`}
        </span>
        {!local && <span className="mono">{wire}</span>}
        <span className="figures">{sumOf(sighting)}</span>
      </p>
      <ul className="slots">
        {slots.map((slot, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <SlotCard slot={slot} local={local} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function sumOf({ images, estimatedImageTokens, mediaBytes, host }: Sighting): string {
  const shown = images === 0 ? 'no pictures' : plural(images, 'picture');
  if (host === 'this device') return shown;
  const tokens =
    estimatedImageTokens > 0 ? ` · ≈ ${countInWords(estimatedImageTokens)} tokens` : '';
  const bytes = mediaBytes > 0 ? ` · ${bytesInWords(mediaBytes)} sent` : '';
  return `${shown}${tokens}${bytes}`;
}
