// A terminal for as long as a program uses it: raw input with the replies taken out, one probe, and everything put back
// at the end, after the last reply is in.
import type { Graphics } from '../graphics.ts';
import { defaultScreen, terminalLimits } from '../limits.ts';
import { GraphicsProbe } from '../probe/probe.ts';
import { askTmux } from '../probe/tmux-client.ts';
import { assess, type Surroundings } from '../surroundings.ts';
import { TerminalInput, type InputSource } from './input.ts';
import { TerminalGuard } from './restore.ts';

export interface KeyboardSource extends InputSource {
  setRawMode(mode: boolean): unknown;
  readonly isRaw: boolean;
}

export interface SessionOptions {
  readonly surroundings: Surroundings;
  readonly input: KeyboardSource;
  readonly output: {
    readonly columns?: number;
    readonly rows?: number;
    write(text: string, written: () => void): unknown;
  };
  /** Raw input turns Ctrl-C into a byte; this is called for it. */
  readonly onInterrupt: () => void;
  readonly timeoutMs?: number;
}

export interface TerminalSession extends AsyncDisposable {
  graphics(): Promise<Graphics>;
  /** Keys that came meanwhile, in order. */
  readonly keys: TerminalInput['keys'];
  close(): Promise<void>;
}

const interrupt = 0x03;

export function openTerminal(options: SessionOptions): TerminalSession {
  const { surroundings, input: source, output, onInterrupt, timeoutMs } = options;
  const guard = new TerminalGuard();
  const asks = assess(surroundings).kind === 'ask';
  const wasRaw = source.isRaw;
  if (asks) {
    guard.change(
      () => source.setRawMode(true),
      () => source.setRawMode(wasRaw),
    );
  }
  const input = new TerminalInput(asks ? source : silence, (keys) => {
    if (keys.includes(interrupt)) onInterrupt();
  });
  const probe = new GraphicsProbe({
    surroundings,
    screen: {
      columns: output.columns ?? defaultScreen.columns,
      rows: output.rows ?? defaultScreen.rows,
    },
    input,
    write: (text) => output.write(text, () => {}),
    askTmux: () => askTmux(surroundings.variables['TMUX_PANE']),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const close = async (): Promise<void> => {
    await probe.settled(terminalLimits.exitFenceTimeoutMs);
    input.close();
    guard.restore();
  };
  return {
    graphics: () => probe.graphics(),
    keys: input.keys,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A terminal that is not asked is not listened to: its keys are for whoever comes next. */
const silence: InputSource = { on: () => {}, off: () => {}, resume: () => {}, pause: () => {} };
