// What happened, one entry below the other: number, kind, time, and one line for people.
import type { ReactElement, ReactNode } from 'react';

interface TimelineEntryProps {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  /** Beside the kind. */
  readonly beside?: ReactNode;
  readonly summary: string;
  readonly children?: ReactNode;
}

export function TimelineEntry(props: TimelineEntryProps): ReactElement {
  const { seq, type, at, beside, summary, children } = props;
  return (
    <li className="timeline-entry">
      <p className="timeline-head wrap figures">
        <span className="timeline-seq">{seq}</span>
        <span className="mono">{type}</span>
        {beside}
        <time dateTime={at}>{new Date(at).toLocaleTimeString('en')}</time>
      </p>
      <p className="timeline-summary" dir="auto">
        {summary}
      </p>
      {children}
    </li>
  );
}
