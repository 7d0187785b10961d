// The one batch of questions. DA1 comes last: every terminal answers it, and answers in order, so its reply is the fence
// behind which nothing more will come.

import type { Multiplexer } from '../graphics.ts';

const kittyQuery = '\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\';

export const fence = '\u001b[c';

const shared = [
  '\u001b[>q', // XTVERSION
  '\u001b[14t',
  '\u001b[16t',
  '\u001b[?1;1;0S', // colour registers
  '\u001b[?2;1;0S', // the largest sixel picture
] as const;

/** tmux takes the kitty query for the title of its pane, and draws neither protocol itself. */
export function batchFor(multiplexer: Multiplexer): string {
  const more = multiplexer === 'none' ? [kittyQuery, '\u001b]1337;ReportCellSize\u0007'] : [];
  return [...shared, ...more, fence].join('');
}
