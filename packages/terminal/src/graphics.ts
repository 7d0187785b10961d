// What a terminal can show, as one record. Everything that draws reads this and asks nothing again.
import type { Size } from '@percept/core';
import { bound, oneOf, positive, shape, text, type Rule } from '@percept/core/internal/options';
import type { ColourDepth } from './half-blocks.ts';
import { defaultCell, terminalLimits } from './limits.ts';

/** The words of PERCEPT_GRAPHICS. */
export const graphicsChoices = ['kitty', 'sixel', 'iterm', 'half', 'none'] as const;
export type GraphicsChoice = (typeof graphicsChoices)[number];

export type Protocol = GraphicsChoice | 'kitty-placeholders';
export type Multiplexer = 'none' | 'tmux' | 'screen';

export interface Cell extends Size {
  /** Whether the terminal said so; without its word a cell counts as 10x20. */
  readonly known: boolean;
}

export interface Graphics {
  readonly protocol: Protocol;
  readonly multiplexer: Multiplexer;
  readonly depth: ColourDepth;
  readonly cell: Cell;
  readonly maxSixelColours: number;
  /** The largest sixel picture that the terminal takes, where it says so. */
  readonly maxSixelSize?: Size;
  /** As the terminal names itself. */
  readonly terminal?: string;
  /** Why it is this protocol: one clause for `doctor`. */
  readonly reason: string;
}

export const graphicsRule: Rule = shape({
  protocol: oneOf([...graphicsChoices, 'kitty-placeholders']),
  multiplexer: oneOf(['none', 'tmux', 'screen']),
  depth: oneOf(['true-colour', '256-colours']),
  cell: shape({ width: positive, height: positive }),
  maxSixelColours: bound,
  reason: text,
});

export function isGraphicsChoice(value: unknown): value is GraphicsChoice {
  return graphicsChoices.some((choice) => choice === value);
}

/** Nothing asked, nothing known. */
export function plainGraphics(
  protocol: Protocol,
  reason: string,
  more: Partial<Graphics> = {},
): Graphics {
  return {
    protocol,
    multiplexer: 'none',
    depth: '256-colours',
    cell: { ...defaultCell, known: false },
    maxSixelColours: terminalLimits.maxSixelColours,
    reason,
    ...more,
  };
}
