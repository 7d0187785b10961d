// The log of a run, line by line, for whoever wants to know exactly. Pieces of text are counted, not repeated.
import { useState, type ReactElement } from 'react';
import type { RunLine } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { plural } from '../words/figures.ts';

export function RunEvents({ lines }: { readonly lines: readonly RunLine[] }): ReactElement {
  const [open, setOpen] = useState(false);
  const shown = lines.filter(({ piece }) => piece === undefined);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        {plural(lines.length, 'event')}
      </summary>
      {open && (
        <ol className="fold-body timeline">
          {shown.map((line) => (
            <li key={line.sequence} className="timeline-entry">
              <p className="timeline-head figures">
                <span className="timeline-seq">{line.sequence}</span>
                <span className="mono">{line.type}</span>
                {line.step !== undefined && <span dir="auto">{line.step}</span>}
                <time dateTime={line.at}>{new Date(line.at).toLocaleTimeString('en')}</time>
              </p>
              <p className="timeline-summary" dir="auto">
                {line.words}
              </p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
