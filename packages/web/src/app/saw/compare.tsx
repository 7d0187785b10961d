// Two pictures, such as the original and what was sent, one over the other: a slider moves the edge between them, with a pointer or with keys.
import { useState, type CSSProperties, type ReactElement } from 'react';
import type { AssetLink } from '@percept/contract';
import { IconButton } from '../parts/icon-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { bytesInWords, sizeInWords } from '../words/figures.ts';

interface CompareProps {
  readonly name: string;
  readonly first: AssetLink;
  readonly second: AssetLink;
  /** What the two are called. */
  readonly words: readonly [first: string, second: string];
  readonly onClose: () => void;
}

export function Compare({ name, first, second, words, onClose }: CompareProps): ReactElement {
  const [at, setAt] = useState(50);
  const [one, other] = words;
  const small = one.toLowerCase();
  // Percentages through the CSSOM: the policy allows no style attribute in markup.
  const edge: CSSProperties & { readonly '--edge': string } = { '--edge': `${at}%` };
  return (
    <Modal
      label={`${name}: ${small} and ${other.toLowerCase()}`}
      className="compare-dialog"
      onClose={onClose}
    >
      <header className="dialog-head">
        <h2 dir="auto">{name}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="compare" style={edge} dir="ltr">
        <img className="compare-under" src={second.url} alt={`${other}: ${second.alt}`} />
        <img className="compare-over" src={first.url} alt={`${one}: ${first.alt}`} />
        <span className="compare-edge" aria-hidden="true" />
        <input
          className="compare-slider"
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label={`How much of the ${small} is shown`}
          aria-valuetext={`${at} % ${small}`}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </div>
      <div className="compare-legend figures" dir="ltr">
        <p>
          <b>{one}</b> {factsOf(first)}
        </p>
        <p>
          <b>{other}</b> {factsOf(second)}
        </p>
      </div>
    </Modal>
  );
}

function factsOf({ width, height, bytes, mime }: AssetLink): string {
  const size = width === undefined || height === undefined ? [] : [sizeInWords(width, height)];
  const weight = bytes === undefined ? [] : [bytesInWords(bytes)];
  return [...size, ...weight, mime.replace('image/', '')].join(' · ');
}
