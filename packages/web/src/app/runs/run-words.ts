// The states of runs and steps in the words of whoever looks at them. The tone is in the words too, never in the colour
// alone.
import type { RunStatus, RunStep } from '@percept/contract';
import type { IconName } from '../parts/icon.tsx';

interface Said {
  readonly words: string;
  readonly tone: 'plain' | 'told' | 'refused';
  readonly icon: IconName;
}

const statuses: Readonly<Record<RunStatus | RunStep['status'], Said>> = {
  pending: { words: 'about to begin', tone: 'plain', icon: 'clock' },
  waiting: { words: 'not yet', tone: 'plain', icon: 'clock' },
  running: { words: 'working', tone: 'plain', icon: 'clock' },
  suspended: { words: 'waits for an answer', tone: 'told', icon: 'info' },
  'waiting-approval': { words: 'waits for a yes or no', tone: 'told', icon: 'info' },
  'waiting-input': { words: 'waits for an answer', tone: 'told', icon: 'info' },
  completed: { words: 'complete', tone: 'plain', icon: 'check' },
  failed: { words: 'failed', tone: 'refused', icon: 'warn' },
  cancelling: { words: 'being cancelled', tone: 'told', icon: 'stop' },
  cancelled: { words: 'cancelled', tone: 'told', icon: 'stop' },
};

/** A word that a newer server says is shown as it came. */
export function statusInWords(status: RunStatus | RunStep['status']): Said {
  return statuses[status] ?? { words: status, tone: 'plain', icon: 'info' };
}
