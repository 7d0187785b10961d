// What the controls of one page look like: numbers, colours and shapes drawn from a seed. Held-out pages draw from other ranges and shapes.

export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1013904223) >>> 0;
    for (let i = 0; i < 4; i += 1) this.next();
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  one<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new TypeError('Nothing to choose from');
    return item;
  }
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  real(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
}

export interface Icon {
  readonly kind: string;
  readonly svg: string;
}
export interface Sheet {
  readonly name: string;
  /** Whose classes it styles, if not those of its own name. */
  readonly kit?: string;
  /** Themes of one family are drawn about as often as one sheet. */
  readonly family?: string;
  /** Told where it fits dark pages alone, or light ones. */
  readonly isDark?: boolean;
  readonly css: string;
}
export interface Font {
  readonly family: string;
  readonly data: string;
}
/** What was gathered from npm; every list may be empty. */
export interface Assets {
  readonly icons: readonly Icon[];
  readonly sheets: readonly Sheet[];
  readonly fonts: readonly Font[];
}

export interface Style {
  readonly dark: boolean;
  readonly hue: number;
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly fill: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly danger: string;
  readonly good: string;
  readonly radius: number;
  readonly pill: boolean;
  readonly border: number;
  readonly font: string;
  readonly size: number;
  readonly height: number;
  readonly gap: number;
  readonly shadow: string;
  /** What a control looks like more while it has the focus. */
  readonly focus: string;
  readonly faint: string;
  /** Whether the label of a disabled control is faint too. */
  readonly fadesLabels: boolean;
  /** Whether the accent is a colour that is no red or green of a note. */
  readonly isVivid: boolean;
  readonly capitals: boolean;
  readonly check: string;
  readonly mark: string;
  readonly checkSize: number;
  readonly checkRadius: number;
  readonly radio: string;
  readonly toggle: string;
  readonly tab: string;
  readonly button: string;
  readonly field: string;
  readonly arrow: string;
  readonly slider: string;
  readonly progress: string;
  readonly menu: string;
  readonly link: string;
}

const systemFonts = ['DejaVu Sans', 'sans-serif', 'serif', 'monospace'] as const;

export function styleOf(dice: Dice, held: boolean, fonts: readonly Font[]): Style {
  const dark = dice.chance(0.42);
  const hue = held ? dice.one([172, 205, 268, 25, 340]) : dice.int(0, 359);
  const tint = dice.chance(0.5) ? dice.int(2, 14) : 0;
  const base = dark ? dice.int(4, 20) : dice.int(93, 100);
  const hsl = (saturation: number, light: number, of = hue): string =>
    `hsl(${of} ${saturation}% ${light}%)`;
  const accentLight = dark ? dice.int(45, 72) : dice.int(30, 54);
  const accentSaturation = dice.chance(0.12) ? 0 : dice.int(45, 95);
  const grey = accentSaturation === 0;
  const radius = dice.one(held ? [1, 5, 7, 9, 14] : [0, 0, 2, 3, 4, 4, 6, 8, 10, 12]);
  const accent = grey ? hsl(0, dark ? 92 : 12) : hsl(accentSaturation, accentLight);
  const font =
    fonts.length > 0 && dice.chance(0.8) ? dice.one(fonts).family : dice.one(systemFonts);
  const ink = dark ? hsl(tint, dice.int(82, 98)) : hsl(tint, dice.int(4, 26));
  const size = dice.one(held ? [13, 14, 15, 17] : [11, 12, 13, 13, 14, 14, 15, 16, 16, 18]);
  return {
    dark,
    hue,
    paper: hsl(tint, base),
    card: dice.chance(0.5)
      ? hsl(tint, base)
      : dark
        ? hsl(tint, base + dice.int(3, 8))
        : hsl(tint, dice.one([100, 100, 97, 95])),
    ink,
    muted: dark ? hsl(tint, dice.int(55, 70)) : hsl(tint, dice.int(38, 55)),
    line: dark ? hsl(tint, base + dice.int(12, 38)) : hsl(tint, dice.int(50, 86)),
    fill: dark ? hsl(tint, base + dice.int(6, 16)) : hsl(tint, dice.int(84, 95)),
    accent,
    onAccent: grey ? (dark ? '#111' : '#fff') : accentLight > 62 ? '#101014' : '#fff',
    danger: hsl(72, dark ? 62 : 46, 4),
    good: hsl(60, dark ? 52 : 36, 140),
    radius,
    pill: dice.chance(0.16),
    border: dice.one(held ? [1, 1, 1.5] : [1, 1, 1, 1.5, 2, 3]),
    font,
    size,
    height: Math.round(size * dice.real(1.7, 2.9)),
    gap: dice.int(6, 16),
    shadow: dice.one([
      'none',
      '0 1px 3px #0004',
      '0 4px 14px #0003',
      `2px 2px 0 ${dark ? '#fff4' : '#0008'}`,
    ]),
    focus: focusOf(dice, held, { accent, ink, paper: hsl(tint, base) }),
    faint: dice.one(
      held
        ? ['opacity', 'opacity', 'grey']
        : ['opacity', 'opacity', 'grey', 'pale', 'flat', 'wash', 'text', 'opacity'],
    ),
    fadesLabels: dice.chance(0.75),
    isVivid:
      !grey && Math.min(...[4, 140].map((of) => Math.abs(((hue - of + 540) % 360) - 180))) > 28,
    capitals: dice.chance(0.1),
    check: dice.one(
      held
        ? ['outline', 'outline', 'inset', 'soft']
        : ['outline', 'outline', 'outline', 'fill', 'thick', 'inset', 'open', 'text'],
    ),
    mark: dice.one(
      held ? ['tick', 'stroke'] : ['tick', 'tick', 'stroke', 'cross', 'square', 'glyph'],
    ),
    checkSize: Math.max(10, Math.round(size * dice.real(0.8, 1.45))),
    checkRadius: dice.one([0, 1, 2, 3, 4, 5]),
    radio: dice.one(held ? ['dot', 'hole'] : ['dot', 'dot', 'hole', 'solid', 'text']),
    toggle: dice.one(
      held
        ? ['soft', 'line', 'inner']
        : [
            'ios',
            'ios',
            'material',
            'outline',
            'square',
            'label',
            'wide',
            'small',
            'rim',
            'rim',
            'fluent',
            'ticked',
            'double',
          ],
    ),
    tab: dice.one(
      held
        ? ['under', 'chip', 'folder']
        : [
            'under',
            'under',
            'over',
            'pill',
            'segment',
            'box',
            'raised',
            'colour',
            'editor',
            'wash',
            'block',
            'bold',
            'linked',
            'browser',
            'split',
            'side',
            'outlined',
          ],
    ),
    button: dice.one(
      held
        ? ['flat', 'soft', 'outline']
        : [
            'flat',
            'flat',
            'outline',
            'raised',
            'gradient',
            'bevel',
            'tonal',
            'thick',
            'ringed',
            'edged',
            'glossy',
            'tinted',
          ],
    ),
    field: dice.one(
      held
        ? ['outline', 'tray']
        : ['outline', 'outline', 'filled', 'under', 'inset', 'shadow', 'thick', 'pale', 'round'],
    ),
    arrow: dice.one(['chevron', 'chevron', 'triangle', 'pair', 'glyph', 'boxed']),
    slider: dice.one(
      held
        ? ['ring', 'bar']
        : [
            'knob',
            'knob',
            'ring',
            'bar',
            'square',
            'steps',
            'thick',
            'native',
            'native',
            'full',
            'gap',
          ],
    ),
    progress: dice.one(
      held
        ? ['flat', 'striped']
        : ['flat', 'flat', 'thick', 'thin', 'striped', 'bordered', 'blocks', 'text'],
    ),
    menu: dice.one(['shadow', 'border', 'both']),
    link: dice.one(['under', 'under', 'plain', 'both', 'dotted']),
  };
}

function focusOf(
  dice: Dice,
  held: boolean,
  { accent, ink, paper }: { readonly accent: string; readonly ink: string; readonly paper: string },
): string {
  const soft = (share: number, of = accent): string =>
    `color-mix(in srgb, ${of} ${share}%, transparent)`;
  if (held)
    return dice.one([
      `box-shadow:0 0 0 2px ${paper},0 0 0 4px ${accent}`,
      `box-shadow:0 0 0 3px ${soft(45)}`,
      `outline:1px dotted ${ink};outline-offset:-3px`,
    ]);
  const colour = dice.one([accent, accent, accent, ink, '#005fcc', '#ff9500', '#fd0']);
  const width = dice.one([1.5, 2, 2, 3, 4]);
  return dice.one([
    `outline:${width}px solid ${colour};outline-offset:0`,
    `outline:${width}px solid ${colour};outline-offset:${dice.int(-2, 4)}px`,
    `outline:${width}px ${dice.one(['auto', 'double', 'dashed'])} ${colour};outline-offset:${dice.int(0, 2)}px`,
    `outline:1px dashed ${ink};outline-offset:${dice.int(-3, 2)}px`,
    `border-color:${accent};box-shadow:0 0 0 1px ${accent}`,
    `border-color:${accent};box-shadow:0 0 0 ${dice.int(3, 5)}px ${soft(dice.int(25, 60))}`,
    `border-color:${accent};box-shadow:0 0 ${dice.int(4, 9)}px ${dice.int(1, 3)}px ${soft(70)}`,
    `box-shadow:inset 0 0 0 2px ${colour}`,
    `box-shadow:inset 0 0 0 ${dice.int(1, 2)}px ${paper};outline:${width}px solid ${colour};outline-offset:${dice.int(0, 1)}px`,
    `box-shadow:0 0 0 ${dice.int(1, 3)}px ${paper},0 0 0 ${dice.int(3, 6)}px ${soft(dice.int(50, 95), colour)}`,
    `box-shadow:0 0 0 1px ${ink},0 0 0 ${dice.int(2, 4)}px ${soft(dice.int(60, 100), colour)}`,
    `outline:${dice.one([1, 1, 2])}px dotted ${dice.one([ink, colour])};outline-offset:${dice.one([-5, -4, -2, -1, 0, 1, 2, 3])}px`,
    `box-shadow:0 0 0 ${dice.int(2, 6)}px ${soft(dice.int(22, 55), colour)}`,
    `background-color:color-mix(in srgb, ${accent} ${dice.int(14, 30)}%, ${paper});outline:1px solid ${accent}`,
  ]);
}
