// The record as it was written, oldest first: number, time, kind, one line for people, and the chain of hashes.
import type { ReactElement } from 'react';
import type { Timeline } from '@percept/contract';
import { TimelineEntry } from '../parts/timeline.tsx';
import { JsonText } from './json-text.tsx';

export function RecordList({ entries }: Pick<Timeline, 'entries'>): ReactElement {
  return (
    <ol className="timeline">
      {entries.map(({ entry, hash, ...line }) => (
        <TimelineEntry key={line.seq} {...line}>
          <p className="fine mono" title={hash}>
            {hash.slice(0, 16)}…
          </p>
          <details>
            <summary>Entry</summary>
            <JsonText value={entry} label={`Entry ${line.seq}`} />
          </details>
        </TimelineEntry>
      ))}
    </ol>
  );
}
