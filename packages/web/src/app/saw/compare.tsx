// Two pictures, such as the original and what was sent, one over the other: a slider moves the edge between them, with a pointer or with keys.
import { useState, type CSSProperties, type ReactElement } from 'react';
import type { AssetLink } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { bytesInWords, sizeInWords } from '../words/figures.ts';

interface Compared {
  readonly name: string;
  readonly first: AssetLink;
  readonly second: AssetLink;
  /** What the two are called. */
  readonly words: readonly [first: string, second: string];
}

interface CompareButtonProps extends Omit<Compared, 'first' | 'second'> {
  readonly label: string;
  readonly first: AssetLink | undefined;
  readonly second: AssetLink | undefined;
}

/** Nothing where there are not two different pictures. */
export function CompareButton(props: CompareButtonProps): ReactElement | null {
  const { label, first, second, ...rest } = props;
  const [comparing, setComparing] = useState(false);
  if (!first || !second || first.url === second.url) return null;
  return (
    <>
      <button type="button" className="button small" onClick={() => setComparing(true)}>
        <Icon name="compare" />
        {label}
      </button>
      {comparing && (
        <Compare {...rest} first={first} second={second} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

interface CompareProps extends Compared {
  readonly onClose: () => void;
}

function Compare({ name, first, second, words, onClose }: CompareProps): ReactElement {
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
      <header className="dialog-head row">
        <h2 className="one-line" dir="auto">
          {name}
        </h2>
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
      <div className="compare-legend beside wrap figures" dir="ltr">
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
