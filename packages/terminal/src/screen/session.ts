// A terminal for as long as a program uses it: raw input with the replies taken out, one probe, and everything put back
// at the end, after the last reply is in.
import {
  bound,
  call,
  checkOptions,
  group,
  has,
  maybe,
  oneOf,
} from '@percept/core/internal/options';
import type { Graphics } from '../graphics.ts';
import { defaultScreen } from '../limits.ts';
import { probeOf } from '../probe/probe.ts';
import { askTmux } from '../probe/tmux-client.ts';
import { assess, type Surroundings } from '../surroundings.ts';
import { TerminalClipboard } from './clipboard.ts';
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
  /** Whether keys are wanted for as long as the session lives, or the terminal is only asked. */
  readonly keyboard?: 'while-asking' | 'always';
  readonly timeoutMs?: number;
}

export interface TerminalSession extends AsyncDisposable {
  graphics(): Promise<Graphics>;
  /** Keys that came meanwhile, in order. */
  readonly keys: TerminalInput['keys'];
  /** The clipboard of whoever sits in front of the terminal, where it shares it. */
  readonly clipboard: TerminalClipboard;
  /** Whatever else is changed in the terminal, and undone with the rest. */
  readonly guard: Pick<TerminalGuard, 'change' | 'mode'>;
  close(): Promise<void>;
}

const interrupt = 0x03;

/**
 * A session with the terminal: what it can show, its keys, and its state given back at the end.
 *
 * @example await using terminal = openTerminal({ surroundings, input: stdin, output: stdout, onInterrupt });
 */
export function openTerminal(options: SessionOptions): TerminalSession {
  checkOptions('openTerminal', options, {
    surroundings: group,
    input: has('on'),
    output: has('write'),
    onInterrupt: call,
    keyboard: maybe(oneOf(['while-asking', 'always'])),
    timeoutMs: maybe(bound),
  });
  const { surroundings, input: source, output, onInterrupt, timeoutMs } = options;
  const guard = new TerminalGuard();
  const asks = options.keyboard === 'always' || assess(surroundings).kind === 'ask';
  const wasRaw = source.isRaw;
  if (asks)
    guard.change(
      () => source.setRawMode(true),
      () => source.setRawMode(wasRaw),
    );
  const input = new TerminalInput(asks ? source : silence, (keys) => {
    if (keys.includes(interrupt)) onInterrupt();
  });
  const probe = probeOf({
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
  const clipboard = new TerminalClipboard({ input, write: (text) => output.write(text, () => {}) });
  const close = async (): Promise<void> => {
    await probe.settled();
    input.close();
    guard.restore();
  };
  return {
    graphics: () => probe.graphics(),
    keys: input.keys,
    clipboard,
    guard,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A terminal that is not asked is not listened to: its keys are for whoever comes next. */
const silence: InputSource = { on: () => {}, off: () => {}, resume: () => {}, pause: () => {} };
