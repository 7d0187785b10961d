// The record as it was written, oldest first: number, time, kind, one line for people, and the chain of hashes.
import type { ReactElement } from 'react';
import type { TimelineEntry } from '@percept/contract';
import { JsonText } from './json-text.tsx';

export function RecordList({
  entries,
}: {
  readonly entries: readonly TimelineEntry[];
}): ReactElement {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.seq} className="timeline-entry">
          <p className="timeline-head figures">
            <span className="timeline-seq">{entry.seq}</span>
            <span className="mono">{entry.type}</span>
            <time dateTime={entry.at}>{new Date(entry.at).toLocaleTimeString('en')}</time>
          </p>
          <p className="timeline-summary" dir="auto">
            {entry.summary}
          </p>
          <p className="timeline-hash mono" title={entry.hash}>
            {entry.hash.slice(0, 16)}…
          </p>
          <details>
            <summary>Entry</summary>
            <JsonText value={entry.entry} label={`Entry ${entry.seq}`} />
          </details>
        </li>
      ))}
    </ol>
  );
}
