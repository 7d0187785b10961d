// The two things that a server has to show: conversations, and runs of workflows. Links, so that each has its address.
import type { ReactElement } from 'react';
import { hashOf, type Place } from '../state/address.ts';

interface SectionsProps {
  readonly at: Place['at'];
  /** What is open in each, to come back to. */
  readonly session: string | undefined;
  readonly run: string | undefined;
}

export function Sections({ at, session, run }: SectionsProps): ReactElement {
  const chat = hashOf({ at: 'chat', ...(session !== undefined && { session }) });
  return (
    <div className="sections">
      <a href={chat === '' ? '#/' : chat} aria-current={at === 'chat' ? 'true' : undefined}>
        Conversations
      </a>
      <a
        href={hashOf({ at: 'runs', ...(run !== undefined && { run }) })}
        aria-current={at === 'runs' ? 'true' : undefined}
      >
        Runs
      </a>
    </div>
  );
}
