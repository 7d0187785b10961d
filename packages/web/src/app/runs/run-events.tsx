// The log of a run, line by line, for whoever wants to know exactly. Pieces of text are counted, not repeated.
import { useState, type ReactElement } from 'react';
import type { RunLine } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { TimelineEntry } from '../parts/timeline.tsx';
import { plural } from '../words/figures.ts';

export function RunEvents({ lines }: { readonly lines: readonly RunLine[] }): ReactElement {
  const [open, setOpen] = useState(false);
  const shown = lines.filter(({ piece }) => piece === undefined);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="row">
        <Icon name="chevron" />
        {plural(lines.length, 'event')}
      </summary>
      {open && (
        <ol className="fold-body timeline">
          {shown.map(({ sequence, type, at, step, words }) => (
            <TimelineEntry
              key={sequence}
              seq={sequence}
              type={type}
              at={at}
              beside={step !== undefined && <span dir="auto">{step}</span>}
              summary={words}
            />
          ))}
        </ol>
      )}
    </details>
  );
}
