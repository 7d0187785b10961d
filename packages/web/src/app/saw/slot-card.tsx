// One piece of media in one request: what was decided and why, what went out with its figures, and both pictures to compare.
import type { PropsWithChildren, ReactElement } from 'react';
import type { SightingSlot } from '@percept/contract';
import { bytesInWords, countInWords, sizeInWords } from '../words/figures.ts';
import { CompareButton } from './compare.tsx';
import {
  actionInWords,
  formInWords,
  nameOf,
  placeInWords,
  reasonInWords,
  wasSent,
} from './slot-words.ts';

interface SlotCardProps {
  readonly slot: SightingSlot;
  /** Local eyes looked: there was no wire. */
  readonly local: boolean;
}

export function SlotCard({ slot, local }: SlotCardProps): ReactElement {
  const { found, sent, words, bridgedBy } = slot;
  const shown = sent ?? found;
  return (
    <article className={`slot ${wasSent(slot) ? 'sent' : 'unsent'}`} data-action={slot.action}>
      {slot.kind === 'image' && shown && (
        <img
          className="slot-picture"
          src={shown.url}
          alt={`${wasSent(slot) ? 'Sent' : 'Not sent'}: ${shown.alt}`}
          loading="lazy"
          decoding="async"
          {...(shown.width !== undefined && { width: shown.width })}
          {...(shown.height !== undefined && { height: shown.height })}
        />
      )}
      <div className="slot-words">
        <h2 dir="auto">{nameOf(slot)}</h2>
        <p className="slot-action">
          {actionInWords(slot, !local)} <span className="slot-reason">({reasonInWords(slot)})</span>
        </p>
        <Facts slot={slot} local={local} />
        {bridgedBy && (
          <p className="slot-by">
            Put into words by <b>{bridgedBy.model}</b>{' '}
            {bridgedBy.host === 'this device' ? 'on this device' : `at ${bridgedBy.host}`}.
          </p>
        )}
        {words !== undefined && (
          <details className="slot-told">
            <summary>The words that the model read instead</summary>
            <pre className="json" dir="auto" tabIndex={0}>
              {words}
            </pre>
          </details>
        )}
        {slot.kind === 'image' && (
          <CompareButton
            label="Compare with the original"
            name={nameOf(slot)}
            first={found}
            second={sent}
            words={['Original', 'Sent']}
          />
        )}
      </div>
    </article>
  );
}

function Facts({ slot, local }: SlotCardProps): ReactElement {
  const { width, height, estimatedTokensBefore, estimatedTokens, bytesBefore, bytes } = slot;
  return (
    <dl className="facts figures">
      {width !== undefined && height !== undefined && (
        <Fact name="Pixels">{sizeInWords(width, height)}</Fact>
      )}
      {formInWords(slot) !== undefined && <Fact name="Form">{formInWords(slot)}</Fact>}
      {slot.pages && (
        <Fact name="Pages">
          {slot.pages.shown} of {slot.pages.total}
        </Fact>
      )}
      {slot.chars && (
        <Fact name="Characters">
          {countInWords(slot.chars.shown)} of {countInWords(slot.chars.total)}
        </Fact>
      )}
      {slot.mime !== undefined && <Fact name="Type">{slot.mime}</Fact>}
      {local ? (
        <Fact name="Size">{bytesInWords(bytes)}</Fact>
      ) : (
        <>
          <Fact name="Tokens">
            ≈ {change(estimatedTokensBefore, estimatedTokens, countInWords)}
          </Fact>
          <Fact name="Size">{change(bytesBefore, bytes, bytesInWords)}</Fact>
          <Fact name="Place">
            message {slot.message + 1}, {placeInWords(slot)}
            {slot.tool !== undefined && `, from ${slot.tool}`}
          </Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: PropsWithChildren<{ readonly name: string }>): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function change(before: number, after: number, words: (figure: number) => string): string {
  return before === after ? words(after) : `${words(before)} → ${words(after)}`;
}
