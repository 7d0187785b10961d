// The runs that there are, the newest first, with their state as it is now.
import { useEffect, type ReactElement } from 'react';
import { hashOf } from '../state/address.ts';
import type { Runs } from '../state/runs.ts';
import { useStore } from '../state/store.ts';
import { agoInWords } from '../words/figures.ts';
import { statusInWords } from './run-words.ts';

interface RunListProps {
  readonly runs: Runs;
  readonly onOpened: () => void;
}

export function RunList({ runs: book, onOpened }: RunListProps): ReactElement {
  const { runs, next, wanted } = useStore(book.store);
  useEffect(() => book.watch(), [book]);
  const now = Date.now();
  return (
    <>
      {runs === undefined && <p className="quiet">Reading the runs…</p>}
      {runs?.length === 0 && <p className="quiet">Runs of this server appear here.</p>}
      <ul className="sessions" aria-label="Runs">
        {runs?.map((run) => {
          const { words, tone } = statusInWords(run.status);
          return (
            <li key={run.id} className="session">
              <a
                className="session-open"
                href={hashOf({ at: 'runs', run: run.id })}
                aria-current={run.id === wanted ? 'page' : undefined}
                onClick={onOpened}
              >
                <span className="session-title one-line" dir="auto">
                  {run.workflow}
                </span>
                <span className="fine">
                  <span className={`run-word ${tone}`}>{words}</span> ·{' '}
                  {agoInWords(Date.parse(run.startedAt), now)}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      {next !== undefined && (
        <button type="button" className="button small" onClick={() => void book.more()}>
          Show more
        </button>
      )}
    </>
  );
}
