// Ctrl-Z: the shell gets its terminal as it left it, and the chat takes it again when it is brought back.

export interface Suspension {
  /** Takes everything that is live off the screen, and the keyboard's raw mode. */
  readonly leave: () => void;
  readonly enter: () => void;
}

const settleMs = 50;

/** Undefined on a platform without job control. */
export function createSuspend(
  { leave, enter }: Suspension,
  platform: string,
): (() => void) | undefined {
  if (platform === 'win32') return undefined;
  return () => {
    leave();
    // To the whole group, as the terminal itself would send it.
    process.kill(0, 'SIGTSTP');
    // A process that stopped is here again when it goes on; one that nobody could bring back was never stopped.
    setTimeout(enter, settleMs);
  };
}
