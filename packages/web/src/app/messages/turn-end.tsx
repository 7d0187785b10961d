// How a turn ended, when it did not simply end with an answer: in words, with what to do about it.
import type { ReactElement } from 'react';
import type { Turn } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';

interface TurnEndProps {
  readonly turn: Turn;
  readonly running: boolean;
  readonly onRetry: (() => void) | undefined;
}

export function TurnEndLine({ turn, running, onRetry }: TurnEndProps): ReactElement | null {
  if (running) return null;
  const said = saidOf(turn);
  if (!said) return null;
  return (
    <div
      className={`end-chip wrap ${said.tone}`}
      role={said.tone === 'refused' ? 'alert' : undefined}
    >
      <Icon name={said.tone === 'refused' ? 'warn' : 'info'} />
      <p dir="auto">
        {said.text}
        {said.hint !== undefined && <span className="end-hint"> {said.hint}</span>}
      </p>
      {onRetry && (
        <button type="button" className="button small" onClick={onRetry}>
          <Icon name="retry" />
          Try again
        </button>
      )}
    </div>
  );
}

interface Said {
  readonly tone: 'told' | 'refused';
  readonly text: string;
  readonly hint?: string;
}

function saidOf({ end, refusal }: Turn): Said | undefined {
  if (end === undefined) return { tone: 'told', text: 'This turn was cut off before it ended.' };
  if (end === 'failed' && refusal)
    return { tone: 'refused', text: refusal.message, hint: refusal.hint };
  return ends[end];
}

const ends: Readonly<Record<NonNullable<Turn['end']>, Said | undefined>> = {
  answered: undefined,
  cancelled: { tone: 'told', text: 'Stopped.' },
  declined: { tone: 'refused', text: 'The model declined to answer.' },
  'length-reached': { tone: 'told', text: 'The answer reached the length limit of the model.' },
  'steps-reached': { tone: 'told', text: 'The turn took as many steps as are allowed.' },
  failed: { tone: 'refused', text: 'The turn failed.' },
};
