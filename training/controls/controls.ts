// Controls as HTML, each with what it is and its state in `data-c`: the truth that the network is trained on. A page's kit draws them by its own
// style, or by the classes of a style sheet from npm.
import type { Library, Part } from './library.ts';
import { lookOf, type Look } from './looks.ts';
import { pointer } from './pointers.ts';
import { tagged, type Truth } from './tagged.ts';
import type { Sheetkit } from './sheets.ts';
import type { Assets, Dice, Style } from './style.ts';

type Role = 'checkbox' | 'radio' | 'toggle' | 'slider' | 'button' | 'field' | 'select' | 'progress';

export class Kit {
  readonly dice: Dice;
  readonly style: Style;
  readonly sheet: Sheetkit;
  readonly assets: Assets;
  readonly text: (low: number, high: number) => string;
  /** Few and wide things instead of many and narrow ones. */
  readonly roomy: boolean;
  /** States are drawn more often than screens have them where the network learns from it. */
  readonly isHeld: boolean;
  /** Within a group that is disabled as a whole. */
  isOff = false;
  /** What draws some of the controls instead, on pages for training. */
  readonly library: Library | undefined;
  readonly look: Look | undefined;
  constructor(
    dice: Dice,
    style: Style,
    sheet: Sheetkit,
    assets: Assets,
    text: (low: number, high: number) => string,
    roomy: boolean,
    isHeld: boolean,
    library?: Library,
  ) {
    this.library = library;
    this.look =
      isHeld || library || !dice.chance(Object.keys(sheet).length > 0 ? 0.1 : 0.62)
        ? undefined
        : lookOf(dice, style);
    this.roomy = roomy;
    this.isHeld = isHeld;
    this.dice = dice;
    this.style = style;
    this.sheet = sheet;
    this.assets = assets;
    this.text = text;
  }

  /** Whether the style sheet draws it, this time. */
  #sheeted(role: keyof Sheetkit): boolean {
    return this.sheet[role] !== undefined && this.dice.chance(0.85);
  }
  /** What a control is, and what its states change in how it looks: a page is drawn without that first (truth.ts). */
  #as(truth: Truth, faint = this.faintCss(), focus = this.style.focus): string {
    // The ring of the style sheet itself, where it has one: assets.ts gives it a class.
    if (!this.isHeld && faint === '' && truth.focused === true && this.dice.chance(0.5))
      return `${tagged(truth)} data-k="foc"`;
    const css = `${truth.focused === true ? focus : ''};${truth.disabled === true ? faint : ''}`;
    return `${tagged(truth)} ${css === ';' ? '' : `data-s="${css}"`}`;
  }
  faintCss(): string {
    const { dark, faint } = this.style;
    if (faint === 'opacity')
      return `opacity:${this.dice.one(this.isHeld ? [0.38, 0.45, 0.5] : [0.3, 0.38, 0.4, 0.45, 0.5, 0.55, 0.6])}`;
    if (faint === 'wash')
      return `background-image:linear-gradient(${dark ? '#0007,#0007' : '#fff8,#fff8'});opacity:${this.dice.one([0.5, 0.6])}`;
    if (faint === 'text')
      return `color:color-mix(in srgb, currentcolor 38%, transparent);border-color:${dark ? '#fff2' : '#0002'};opacity:.65`;
    if (faint === 'pale') return 'filter:saturate(.2) opacity(.55)';
    if (faint === 'flat') return `filter:contrast(.7) opacity(.5);box-shadow:none`;
    return `color:${dark ? '#666' : '#aaa'};border-color:${dark ? '#444' : '#ccc'};background:${dark ? '#2a2a2a' : '#eee'};filter:grayscale(1)`;
  }
  /** As the library or the look of the page draws it; otherwise nothing. */
  #drawn(role: Role, truth: Truth, more: Partial<Part> = {}): string {
    const draw = this.library?.[role] ?? this.look?.[role];
    if (draw === undefined || this.dice.chance(this.library ? 0.06 : 0.12)) return '';
    return this.#part(draw, truth, more);
  }
  #part(draw: (part: Part) => string, truth: Truth, more: Partial<Part> = {}): string {
    return draw({
      dice: this.dice,
      on: truth.on === true,
      mixed: truth.mixed === true,
      isDefault: truth.default === true,
      isFilled: truth.placeholder !== true,
      value: truth.value ?? 0,
      words: truth.name ?? '',
      width: 200,
      icon: '',
      tag: tagged(truth),
      states: (disabled, focused = '') => {
        const classes = [truth.disabled ? disabled : '', truth.focused ? focused : ''];
        const words = classes.filter((one) => one !== '').join(' ');
        return words === '' ? '' : `data-k="${words}"`;
      },
      css: (disabled, focused = '') => {
        const css = `${truth.disabled ? disabled : ''}${truth.focused ? focused : ''}`;
        return css === '' ? '' : `data-s="${css}"`;
      },
      off: truth.disabled === true ? 'data-off' : '',
      isOff: truth.disabled === true,
      isFocused: truth.focused === true,
      ...more,
    });
  }
  icon(kind?: string, size?: number, extra = ''): string {
    const { icons } = this.assets;
    const all = kind === undefined ? icons : icons.filter((icon) => icon.kind === kind);
    if (all.length === 0) return '';
    const { kind: is, svg } = this.dice.one(all);
    const px = size ?? Math.round(this.style.size * this.dice.real(1, 1.6));
    return `<span class="ic" ${tagged({ role: 'icon', kind: is })} style="width:${px}px;height:${px}px;${extra}">${svg}</span>`;
  }
  /** States that any control may have; most have none. */
  flags(
    disabled = 0.15,
    focused = 0.08,
  ): { readonly disabled: boolean; readonly focused: boolean } {
    const more = this.isHeld ? 1 : 1.8;
    const isDisabled = this.dice.chance(this.isOff ? 0.9 : disabled * more);
    return { disabled: isDisabled, focused: !isDisabled && this.dice.chance(focused * more) };
  }

  #native(type: string, className: string, truth: Truth, extra: string): string {
    const isRole = className.startsWith('role=');
    return `<input type="${type}" ${isRole ? className : `class="${className}"`} ${truth.on ? 'checked' : ''} ${truth.disabled ? 'data-off' : ''} ${truth.mixed ? 'data-mixed' : ''} ${this.#as(truth, '')} style="${extra}">`;
  }

  checkbox(on = this.dice.chance(0.5)): string {
    const { dice, style } = this;
    const mixed = !on && dice.chance(0.08);
    const truth: Truth = { role: 'checkbox', on, mixed, ...this.flags() };
    const drawn = this.#drawn('checkbox', truth);
    if (drawn !== '') return drawn;
    const {
      accent,
      onAccent,
      line,
      fill,
      card,
      checkSize: size,
      checkRadius,
      border,
      mark,
      check,
      ink,
    } = style;
    if (this.#sheeted('checkbox')) {
      const own = this.sheet.checkbox === '';
      const wide = own && dice.chance(0.5) ? `width:${size}px;height:${size}px;` : '';
      const tint = own && dice.chance(0.5) ? `accent-color:${accent};` : '';
      return this.#native('checkbox', this.sheet.checkbox ?? '', truth, wide + tint);
    }
    if (check === 'text')
      return `<span ${this.#as(truth)} style="font-family:monospace;white-space:pre">${on ? dice.one(['[x]', '[X]', '[*]', '[✓]']) : mixed ? '[-]' : '[ ]'}</span>`;
    const stroke =
      check === 'open' || check === 'inset'
        ? check === 'inset' && !style.dark
          ? '#000'
          : dice.chance(0.5)
            ? accent
            : ink
        : onAccent;
    const isFull = (on || mixed) && check !== 'open' && check !== 'inset';
    const ground = isFull
      ? accent
      : check === 'fill'
        ? fill
        : check === 'inset'
          ? style.dark
            ? '#111'
            : '#fff'
          : check === 'soft'
            ? fill
            : card;
    const rim =
      isFull && check !== 'thick'
        ? accent
        : check === 'fill'
          ? 'transparent'
          : check === 'inset'
            ? 'inset'
            : line;
    const width = check === 'thick' ? 2 : border;
    const edge = rim === 'inset' ? 'border:2px inset #888' : `border:${width}px solid ${rim}`;
    const inside = on
      ? markOf(mark, stroke)
      : mixed
        ? '<svg viewBox="0 0 16 16"><path d="M3 8h10" stroke-width="2.4" fill="none" stroke="' +
          stroke +
          '"/></svg>'
        : '';
    return `<span class="cb" ${this.#as(truth)} style="width:${size}px;height:${size}px;border-radius:${Math.min(checkRadius, size / 3)}px;background:${ground};${edge}">${inside}</span>`;
  }

  radio(on: boolean): string {
    const { dice, style } = this;
    const truth: Truth = { role: 'radio', on, ...this.flags() };
    const drawn = this.#drawn('radio', truth);
    if (drawn !== '') return drawn;
    const { accent, onAccent, line, card, fill, checkSize: size, border, radio, ink } = style;
    if (this.#sheeted('radio')) {
      const own = this.sheet.radio === '';
      return this.#native(
        'radio',
        this.sheet.radio ?? '',
        truth,
        (own && dice.chance(0.5) ? `width:${size}px;height:${size}px;` : '') +
          (own && dice.chance(0.5) ? `accent-color:${accent};` : ''),
      );
    }
    if (radio === 'text')
      return `<span ${this.#as(truth)} style="font-family:monospace;white-space:pre">${on ? dice.one(['(•)', '(*)', '(o)', '(x)']) : '( )'}</span>`;
    const dot = dice.real(0.36, 0.56) * size;
    const colour = dice.chance(0.8) ? accent : ink;
    const ground =
      on && radio === 'hole'
        ? colour
        : on && radio === 'solid'
          ? colour
          : dice.chance(0.2)
            ? fill
            : card;
    const inner =
      !on || radio === 'solid'
        ? ''
        : `<i style="width:${dot}px;height:${dot}px;border-radius:50%;background:${radio === 'hole' ? onAccent : colour}"></i>`;
    const rim = on && radio !== 'dot' ? colour : on && dice.chance(0.6) ? colour : line;
    return `<span class="cb" ${this.#as(truth)} style="width:${size}px;height:${size}px;border-radius:50%;background:${ground};border:${Math.max(border, dice.one([1, 1, 2]))}px solid ${rim}">${inner}</span>`;
  }

  toggle(on = this.dice.chance(0.5)): string {
    const { dice, style } = this;
    const truth: Truth = { role: 'toggle', on, ...this.flags() };
    const drawn = this.#drawn('toggle', truth, this.library && { width: dice.int(10, 99) });
    if (drawn !== '') return drawn;
    if (this.#sheeted('toggle')) {
      const input = this.#native('checkbox', this.sheet.toggle ?? '', truth, '');
      return this.sheet.toggle === 'form-check-input'
        ? `<span class="form-switch" style="display:inline-block;padding:0"><span style="display:inline-block">${input.replace('style="', 'style="margin:0;float:none;')}</span></span>`
        : input;
    }
    const { toggle: shape, accent, line, fill, dark, card, ink, muted, onAccent } = style;
    const h = Math.round(style.size * dice.real(0.95, 1.9));
    const w = Math.round(h * (shape === 'wide' ? dice.real(2.2, 2.8) : dice.real(1.6, 2.1)));
    const isRound = shape !== 'square' && shape !== 'label';
    const offGround = dice.one([line, fill, dark ? '#444' : '#bbb', muted]);
    let track = `background:${on ? accent : offGround}`;
    let knob = `background:${shape === 'inner' ? (on ? onAccent : ink) : '#fff'};${shape === 'ios' ? 'box-shadow:0 1px 3px #0005' : ''}`;
    let inset = dice.one([1, 2, 2, 3]);
    let edge = '';
    if (shape === 'outline' || shape === 'line') {
      track = on && shape === 'outline' ? `background:${accent}` : `background:${card}`;
      edge = `border:${dice.one([1, 2])}px solid ${on ? accent : muted}`;
      knob = `background:${on ? (shape === 'outline' ? onAccent : accent) : muted}`;
      inset = 3;
    }
    if (shape === 'material') {
      track = `background:${on ? `color-mix(in srgb, ${accent} 50%, ${card})` : offGround}`;
      knob = `background:${on ? accent : dark ? '#bbb' : '#fafafa'};box-shadow:0 1px 3px #0007`;
      inset = -Math.round(h * 0.2);
    }
    if (shape === 'soft') {
      track = `background:${on ? `color-mix(in srgb, ${accent} 30%, ${card})` : fill};border:1px solid ${on ? accent : line}`;
      knob = `background:${on ? accent : muted}`;
      inset = 2;
    }
    if (shape === 'rim') {
      track = `background:${on ? accent : dice.one([card, fill, 'transparent'])}`;
      edge = `border:${dice.one([1, 1.5, 2, 3])}px solid ${dice.one([ink, muted, accent, line])}`;
      knob = `background:${on ? onAccent : dice.one([ink, muted, '#fff'])};border:1px solid ${dice.one([ink, muted])}`;
      inset = dice.one([0, 1, 2, 3]);
    }
    if (shape === 'fluent') {
      track = `background:${on ? accent : 'transparent'}`;
      edge = `border:${dice.one([1, 2])}px solid ${on ? accent : muted}`;
      knob = `background:${on ? onAccent : muted};transform:scale(${on ? dice.real(0.8, 1) : dice.real(0.55, 0.8)})`;
      inset = dice.one([1, 2, 3]);
    }
    if (shape === 'double') {
      track = `background:${on ? accent : offGround};box-shadow:inset 0 0 0 ${dice.one([1, 2])}px ${on ? accent : muted},inset 0 0 0 ${dice.one([3, 4])}px ${card}`;
      inset = dice.one([3, 4, 5]);
    }
    if (shape === 'ticked')
      knob = `background:${on ? '#fff' : card};color:${on ? accent : muted};border:1px solid ${on ? accent : muted}`;
    if (shape === 'small') knob += ';transform:scale(.75)';
    const words =
      shape === 'label'
        ? `<b style="position:absolute;font-size:${h * 0.5}px;line-height:${h}px;${on ? 'left:5px' : 'right:5px'};top:0;color:${on ? onAccent : ink}">${on ? 'ON' : 'OFF'}</b>`
        : '';
    const d = h - 2 * inset - (edge ? 4 : 0);
    return `<span class="tg" ${this.#as(truth)} style="width:${w}px;height:${h}px;border-radius:${isRound ? h : Math.min(style.radius, 4)}px;${track};${edge}">${words}<i style="position:absolute;width:${d}px;height:${d}px;top:50%;margin-top:${-d / 2}px;${on ? 'right' : 'left'}:${inset}px;border-radius:${isRound ? '50%' : `${Math.min(style.radius, 3)}px`};${knob}">${shape === 'ticked' ? `<svg style="display:block;width:100%;height:100%" viewBox="0 0 16 16"><path d="${on ? 'M4 8.500l3 3L12 5' : 'M5 5l6 6M11 5l-6 6'}" fill="none" stroke="currentcolor" stroke-width="1.8"/></svg>` : ''}</i></span>`;
  }

  button(
    options: {
      readonly primary?: boolean;
      readonly words?: string;
      readonly iconOnly?: boolean;
      readonly ghost?: boolean;
      readonly plain?: boolean;
    } = {},
  ): string {
    const { dice, style } = this;
    const primary = options.primary ?? dice.chance(0.3);
    const name = options.words ?? this.text(1, 2);
    const truth: Truth = {
      role: 'button',
      default: primary,
      ...(options.plain === true ? { disabled: false, focused: false } : this.flags(0.13, 0.05)),
      name: options.iconOnly === true ? '' : name,
    };
    const words = style.capitals ? name.toUpperCase() : name;
    const inside =
      options.iconOnly === true
        ? this.icon()
        : dice.chance(0.18)
          ? `${this.icon()}<span>${words}</span>`
          : words;
    if (options.iconOnly !== true && options.ghost !== true) {
      const isDefault = primary && this.library?.hasDefault !== false;
      const drawn = this.#drawn('button', { ...truth, default: isDefault }, { words: inside });
      if (drawn !== '') return drawn;
    }
    if (options.iconOnly !== true && options.ghost !== true && this.#sheeted('button')) {
      const className = primary
        ? (this.sheet.primary ?? this.sheet.button ?? '')
        : dice.chance(0.3) && this.sheet.others
          ? dice.one(this.sheet.others)
          : (this.sheet.button ?? '');
      // A sheet without a primary class draws every button alike: none of them is the default one.
      const isDefault = primary && this.sheet.primary !== undefined;
      return `<button class="${className}" ${truth.disabled ? 'data-off' : ''} ${this.#as({ ...truth, default: isDefault }, '')}>${inside}</button>`;
    }
    const {
      accent,
      onAccent,
      line,
      fill,
      card,
      ink,
      radius,
      pill,
      border,
      height,
      shadow,
      dark,
      button,
    } = style;
    const r = pill ? height : radius;
    let look = primary
      ? `background:${accent};color:${onAccent};border:${border}px solid ${accent}`
      : dice.chance(0.6)
        ? `background:${card};color:${ink};border:${border}px solid ${line}`
        : `background:${fill};color:${ink};border:${border}px solid transparent`;
    if (button === 'outline' && !primary)
      look = `background:transparent;color:${dice.chance(0.5) ? accent : ink};border:${border}px solid ${dice.chance(0.5) ? accent : line}`;
    if (button === 'raised') look += `;box-shadow:0 2px 4px #0005`;
    if (button === 'gradient')
      look += `;background-image:linear-gradient(#fff${primary ? '5' : dark ? '2' : '9'},#0001)`;
    if (button === 'bevel')
      look = `background:${primary ? fill : dark ? '#444' : '#c8c8c8'};color:${dark ? '#eee' : '#111'};border:2px outset ${dark ? '#777' : '#eee'}${primary ? `;box-shadow:0 0 0 2px ${dark ? '#fff' : '#000'}` : ''}`;
    if (button === 'tonal' || button === 'soft')
      look = primary
        ? `background:${accent};color:${onAccent};border:0`
        : `background:color-mix(in srgb, ${accent} 18%, ${card});color:${dark ? ink : `color-mix(in srgb, ${accent} 70%, #000)`};border:0`;
    if (button === 'thick')
      look = `background:${primary ? accent : card};color:${primary ? onAccent : ink};border:2.5px solid ${ink};box-shadow:${shadow}`;
    if (button === 'ringed')
      look = `background:${dice.one([card, fill])};color:${primary ? accent : ink};border:${border}px solid ${line}${primary ? `;box-shadow:0 0 0 ${dice.one([1, 2])}px ${accent}${dice.chance(0.5) ? `,0 0 6px ${accent}` : ''};font-weight:600` : ''}`;
    if (button === 'edged')
      look = `background:${fill};color:${ink};border:1px solid ${primary ? accent : line};${primary ? `border-width:2px;background:color-mix(in srgb, ${accent} 12%, ${fill})` : ''}`;
    if (button === 'glossy')
      look = primary
        ? `background:linear-gradient(color-mix(in srgb, ${accent} 70%, #fff),${accent});color:${onAccent};border:1px solid color-mix(in srgb, ${accent} 75%, #000)`
        : `background:linear-gradient(${dark ? '#5a5a5a,#484848' : '#fff,#f0f0f0'});color:${dark ? '#eee' : '#222'};border:1px solid ${dark ? '#333' : '#bbb'};box-shadow:0 1px 1px #0002`;
    if (button === 'tinted')
      look = primary
        ? `background:linear-gradient(color-mix(in srgb, ${accent} ${dice.int(8, 22)}%, ${card}),color-mix(in srgb, ${accent} ${dice.int(20, 45)}%, ${card}));color:${ink};border:1px solid color-mix(in srgb, ${accent} 60%, ${line})`
        : `background:linear-gradient(${card},${fill});color:${ink};border:1px solid ${line}`;
    const isGhost = options.ghost === true || (options.iconOnly === true && dice.chance(0.5));
    if (isGhost)
      look = `background:transparent;color:${primary || dice.chance(0.85) ? accent : ink};border:0`;
    // Without a ground that can be seen it would be an icon and no button.
    if (!this.isHeld && options.iconOnly === true && !primary && !isGhost && dice.chance(0.7))
      look = dice.one([
        `background:color-mix(in srgb, ${ink} ${dice.int(9, 24)}%, ${card});color:${ink};border:0`,
        `background:color-mix(in srgb, ${accent} ${dice.int(14, 30)}%, ${card});color:${accent};border:0`,
        `background:transparent;color:${ink};border:${dice.one([1, 1, 2])}px solid color-mix(in srgb, ${ink} ${dice.int(28, 70)}%, ${card})`,
        `background:linear-gradient(${card},color-mix(in srgb, ${ink} 14%, ${card}));color:${ink};border:1px solid color-mix(in srgb, ${ink} 35%, ${card})`,
      ]);
    const h = Math.round(height * dice.one([1, 1, 1, 0.85, 1.2]));
    const side =
      options.iconOnly === true
        ? `width:${h}px;padding:0;${dice.chance(0.25) ? 'border-radius:50%;' : ''}`
        : this.roomy && dice.chance(0.25)
          ? `width:${dice.int(180, 560)}px;`
          : `padding:0 ${Math.round(h * dice.real(0.3, 0.8))}px;`;
    // Without a ground of its own only the words are seen, and of an icon only the icon.
    const bare = { ...truth, default: false };
    const [outer, inner] = isGhost
      ? [
          '',
          options.iconOnly === true
            ? inside
            : `<span ${this.#as(bare, 'opacity:.4')}>${inside}</span>`,
        ]
      : [this.#as(truth), inside];
    return `<span class="bt" ${outer} style="border-radius:${r}px;${look};height:${h}px;${side}${dice.chance(0.3) ? 'font-weight:600;' : ''}">${inner}</span>`;
  }

  /** A field without a rim shows its focus below. */
  #fieldFocus(): string {
    const { field, accent, focus } = this.style;
    return field === 'under' || field === 'tray' || this.dice.chance(0.25)
      ? `border-bottom:2px solid ${accent};border-color:${accent}`
      : focus;
  }
  #fieldLook(): string {
    const { field, border, line, card, fill, radius, muted, dark } = this.style;
    const lookOf: Readonly<Record<string, string>> = {
      outline: `border:${border}px solid ${line};background:${card};border-radius:${radius}px`,
      filled: `border:0;background:${fill};border-radius:${radius}px`,
      tray: `border:0;border-bottom:2px solid ${line};background:${fill};border-radius:${radius}px ${radius}px 0 0`,
      under: `border:0;border-bottom:1px solid ${muted};background:transparent`,
      inset: `border:2px inset ${dark ? '#666' : '#ccc'};background:${dark ? '#181818' : '#fff'}`,
      shadow: `border:1px solid ${line};background:${card};border-radius:${radius}px;box-shadow:inset 0 1px 3px #0003`,
      thick: `border:2px solid ${line};background:${card};border-radius:${radius}px`,
      pale: `border:1px solid color-mix(in srgb, ${line} 55%, ${card});background:${card};border-radius:${radius}px`,
      round: `border:1px solid ${line};background:${fill};border-radius:99px`,
    };
    return lookOf[field] ?? '';
  }

  field(
    options: { readonly width?: number; readonly rows?: number; readonly search?: boolean } = {},
  ): string {
    const { dice, style } = this;
    const filled = dice.chance(0.55);
    const truth: Truth = { role: 'field', placeholder: !filled, ...this.flags(0.1, 0.1) };
    const words = filled
      ? dice.one([
          this.text(1, 3),
          this.text(1, 2),
          String(dice.int(1, 9999)),
          `${this.text(1, 1).toLowerCase()}@example.com`,
          '••••••••',
          '2026-04-17',
        ])
      : dice.chance(0.25)
        ? ''
        : this.text(1, 3);
    const width = options.width ?? dice.int(90, 330);
    if (options.rows === undefined) {
      const kind = options.search === true ? 'search' : undefined;
      const drawn = this.#drawn('field', truth, {
        words,
        width,
        ...(this.library || this.look ? { icon: this.icon(kind, style.size) } : {}),
      });
      if (drawn !== '') return drawn;
    }
    if (options.rows === undefined && options.search !== true && this.#sheeted('field')) {
      const isPassword = words.startsWith('•');
      return `<input type="${isPassword ? 'password' : 'text'}" class="${this.sheet.field}" ${filled ? `value="${words}"` : `placeholder="${words}"`} ${truth.disabled ? 'data-off' : ''} ${this.#as(truth, '')} style="width:${width}px;margin:0">`;
    }
    const { height, ink, muted } = style;
    const caret = truth.focused
      ? `<i class="caret" style="background:${ink};height:1.15em"></i>`
      : '';
    const faded = dice.chance(0.7) ? muted : `color-mix(in srgb, ${ink} 45%, transparent)`;
    const body = filled
      ? `<span class="cut">${words}</span>${caret}`
      : `${caret}<span class="cut" style="color:${faded}">${words}</span>`;
    const side =
      options.search === true || dice.chance(0.1)
        ? this.icon(options.search === true ? 'search' : undefined, style.size, `color:${muted};`)
        : '';
    const tall =
      options.rows === undefined
        ? `height:${height}px;align-items:center`
        : `height:${Math.round(style.size * 1.4 * options.rows + 14)}px;align-items:flex-start;padding-top:6px`;
    return `<span class="fd" ${this.#as(truth, this.faintCss(), this.#fieldFocus())} style="width:${width}px;${tall};${this.#fieldLook()}">${side}${body}</span>`;
  }

  select(width = this.dice.int(80, 260)): string {
    const { style } = this;
    const words = this.text(1, 2);
    const truth: Truth = { role: 'select', ...this.flags(0.1, 0.06), name: words };
    const drawn = this.#drawn('select', truth, { width: Math.max(width, 90) });
    if (drawn !== '') return drawn;
    if (this.#sheeted('select'))
      return `<select class="${this.sheet.select}" ${truth.disabled ? 'data-off' : ''} ${this.#as(truth, '')} style="width:${Math.max(width, 90)}px;margin:0"><option>${words}</option></select>`;
    const { arrow, ink, muted, fill, height } = style;
    const arrows: Readonly<Record<string, string>> = {
      chevron: `<svg class="ar" viewBox="0 0 16 16"><path d="M3 6l5 5 5-5" fill="none" stroke="${muted}" stroke-width="1.8"/></svg>`,
      triangle: `<svg class="ar" viewBox="0 0 16 16"><path d="M3 6h10l-5 6z" fill="${ink}"/></svg>`,
      pair: `<svg class="ar" viewBox="0 0 16 16"><path d="M4 6l4-4 4 4M4 10l4 4 4-4" fill="none" stroke="${muted}" stroke-width="1.6"/></svg>`,
      glyph: '<span style="margin-left:auto">▾</span>',
      boxed: `<span style="margin:0 -8px 0 auto;background:${fill};width:${height - 4}px;height:${height - 4}px;text-align:center;line-height:${height - 4}px">▼</span>`,
    };
    return `<span class="fd" ${this.#as(truth)} style="width:${width}px;height:${height}px;align-items:center;${this.#fieldLook()}"><span class="cut">${words}</span>${arrows[arrow] ?? ''}</span>`;
  }

  slider(width = this.dice.int(80, this.roomy ? 700 : 300)): string {
    const { dice, style } = this;
    const value = dice.chance(0.1) ? dice.one([0, 1]) : Math.round(dice.next() * 100) / 100;
    const truth: Truth = { role: 'slider', value, ...this.flags() };
    const drawn = this.#drawn('slider', truth, { width });
    if (drawn !== '') return drawn;
    const { slider, accent, line, fill, card, muted, dark } = style;
    if (slider === 'native' || this.#sheeted('slider'))
      return `<input type="range" class="${this.sheet.slider ?? ''}" min="0" max="100" value="${value * 100}" ${truth.disabled ? 'data-off' : ''} ${this.#as(truth, '')} style="width:${width}px;margin:0;vertical-align:middle;${this.sheet.slider === undefined ? `accent-color:${accent};` : ''}">`;
    const h = Math.round(style.size * dice.real(0.7, 1.5));
    const t =
      slider === 'full'
        ? h
        : slider === 'thick'
          ? Math.round(h * 0.7)
          : slider === 'bar'
            ? dice.int(2, 4)
            : dice.int(2, 6);
    const w =
      slider === 'full'
        ? 0
        : slider === 'bar' || slider === 'gap'
          ? Math.max(5, Math.round(h * 0.4))
          : h;
    const knob =
      slider === 'ring'
        ? `background:${card};border:2px solid ${accent}`
        : slider === 'square'
          ? `background:${dark ? '#ccc' : '#eee'};border:1px solid ${muted}`
          : dice.chance(0.3)
            ? 'background:#fff;box-shadow:0 1px 3px #0008'
            : slider === 'gap'
              ? `background:${accent};box-shadow:0 0 0 ${dice.int(3, 5)}px ${card}`
              : slider === 'full'
                ? `background:transparent`
                : `background:${accent}`;
    const steps =
      slider === 'steps'
        ? [0, 0.25, 0.5, 0.75, 1]
            .map(
              (at) =>
                `<i style="position:absolute;left:calc(${at * 100}% - 1px);top:50%;width:2px;height:${t + 4}px;margin-top:${-(t + 4) / 2}px;background:${muted}"></i>`,
            )
            .join('')
        : '';
    const left = value * (width - w);
    return `<span class="tg" ${this.#as(truth, this.faintCss().replace(/background:[^;]*;/, ''), '')} style="width:${width}px;height:${h}px"><i style="position:absolute;left:0;right:0;top:50%;height:${t}px;margin-top:${-t / 2}px;border-radius:${t}px;background:${dice.chance(0.5) ? line : fill}"></i><i style="position:absolute;left:0;width:${left + w / 2}px;top:50%;height:${t}px;margin-top:${-t / 2}px;border-radius:${t}px;background:${dice.chance(0.85) ? accent : line}"></i>${steps}<i style="position:absolute;left:${left}px;top:0;width:${w}px;height:${h}px;box-sizing:border-box;border-radius:${slider === 'square' || slider === 'bar' ? '2px' : '50%'};${knob}" ${truth.focused ? `data-s="${style.focus}"` : ''}></i></span>`;
  }

  progress(width = this.dice.int(80, this.roomy ? 860 : 420)): string {
    const { dice, style } = this;
    const value = dice.chance(0.12) ? dice.one([0, 1]) : Math.round(dice.next() * 100) / 100;
    const truth: Truth = { role: 'progress', value };
    const drawn = this.#drawn('progress', truth, { width });
    if (drawn !== '') return drawn;
    if (this.#sheeted('progress'))
      return `<progress class="${this.sheet.progress}" max="100" value="${value * 100}" ${tagged(truth)} style="width:${width}px;margin:0"></progress>`;
    const { progress, accent, fill, line, good, danger, onAccent, dark } = style;
    const h =
      progress === 'thin'
        ? dice.int(3, 4)
        : progress === 'thick' || progress === 'text'
          ? dice.int(14, 24)
          : dice.int(6, 13);
    const r = dice.chance(0.6) ? h : dice.int(0, 3);
    const colour = dice.one([accent, accent, accent, good, danger]);
    const paint =
      progress === 'striped'
        ? `repeating-linear-gradient(45deg,${colour} 0 8px,color-mix(in srgb, ${colour} 75%, #fff) 8px 16px)`
        : progress === 'blocks'
          ? `repeating-linear-gradient(90deg,${colour} 0 8px,transparent 8px 10px)`
          : colour;
    const edge =
      progress === 'bordered' || progress === 'blocks'
        ? `border:1px solid ${line};padding:1px`
        : '';
    const words =
      progress === 'text'
        ? `<b style="position:absolute;left:0;right:0;text-align:center;font-size:${h * 0.65}px;line-height:${h}px;color:${value > 0.5 ? onAccent : style.ink}">${Math.round(value * 100)}%</b>`
        : '';
    return `<span class="tg" ${tagged(truth)} style="width:${width}px;height:${h}px;border-radius:${r}px;background:${dice.chance(0.5) ? fill : dark ? '#ffffff2a' : '#00000020'};${edge};overflow:hidden"><i style="display:block;width:${value * 100}%;height:100%;border-radius:${r}px;background:${paint}"></i>${words}</span>`;
  }

  tabs(count = this.dice.int(2, 6)): string {
    const { dice, style } = this;
    const chosen = dice.int(0, count - 1);
    const names = Array.from({ length: count }, () => this.text(1, dice.chance(0.2) ? 2 : 1));
    const truths = names.map((name, index): Truth => ({
      role: 'tab',
      on: index === chosen,
      ...(index === chosen
        ? { disabled: false, focused: dice.chance(0.08) }
        : this.flags(0.1, this.isHeld ? 0.02 : 0.05)),
      name,
    }));
    const maker = this.library?.tab ? this.library : this.look?.tab ? this.look : undefined;
    if (maker?.tabs && dice.chance(0.93)) {
      const withIcons = dice.chance(0.2);
      const parts = truths.map((truth) => {
        const draw = maker.tab;
        return draw === undefined
          ? ''
          : this.#part(draw, truth, withIcons && !this.library ? { icon: this.icon() } : {});
      });
      return maker.tabs(parts.join(''), dice);
    }
    if (this.sheet.tabs && this.#sheeted('tabs')) {
      const [list, tab, active] = this.sheet.tabs;
      const isNested = tab === '';
      const items = truths.map(
        (truth) =>
          `<li class="${isNested && truth.on ? active : 'nav-item'}"><a class="${isNested ? '' : truth.on ? active : tab}" ${truth.on ? 'aria-selected="true"' : ''} ${this.#as({ ...truth, disabled: false }, '')} style="cursor:default">${truth.name}</a></li>`,
      );
      return this.sheet.isBare === true
        ? `<div class="${list}" style="display:inline-flex">${items.join('').replaceAll(/<\/?li[^>]*>/g, '')}</div>`
        : `<ul class="${list}" style="list-style:none">${items.join('')}</ul>`;
    }
    const { tab, accent, onAccent, ink, muted, line, fill, card, paper, radius, height, dark } =
      style;
    const side = Math.round(style.size * dice.real(0.6, 1.3));
    const withIcons = dice.chance(0.15);
    const closes = tab === 'editor' ? dice.chance(0.8) : dice.chance(0.06);
    const isTall = tab === 'side' && dice.chance(0.6);
    const isLoose = !this.isHeld && dice.chance(0.3);
    const items = truths.map((truth) => {
      const on = truth.on === true;
      const looks: Readonly<Record<string, string>> = {
        under: on
          ? `color:${accent};border-bottom:${dice.one([2, 2, 3])}px solid ${accent}`
          : `color:${muted};border-bottom:2px solid transparent`,
        over: on
          ? `background:${card};color:${ink};border:1px solid ${line};border-top:3px solid ${accent};border-bottom:0`
          : `color:${muted};border:1px solid transparent;background:${fill}`,
        pill: on
          ? `background:${accent};color:${onAccent};border-radius:99px`
          : `color:${ink};border-radius:99px`,
        chip: on
          ? `background:color-mix(in srgb, ${accent} 22%, ${card});color:${ink};border-radius:${radius}px`
          : `color:${muted};border-radius:${radius}px`,
        segment: on
          ? `background:${dark ? '#666' : '#fff'};color:${ink};border-radius:${Math.max(radius - 2, 0)}px;box-shadow:0 1px 3px #0004`
          : `color:${ink}`,
        box: on
          ? `background:${card};color:${ink};border:1px solid ${line};border-bottom-color:${card};border-radius:${radius}px ${radius}px 0 0`
          : `color:${accent};border:1px solid transparent;border-bottom-color:${line}`,
        folder: on
          ? `background:${card};color:${ink};border-radius:${radius}px ${radius}px 0 0;border:1px solid ${line};border-bottom:0;font-weight:600`
          : `background:${fill};color:${muted};border:1px solid ${line};border-radius:${radius}px ${radius}px 0 0`,
        raised: on
          ? `background:${dark ? '#555' : '#d4d0c8'};color:${ink};border:2px outset ${dark ? '#888' : '#fff'};border-bottom:0;margin-top:-3px;padding-bottom:3px`
          : `background:${dark ? '#3a3a3a' : '#c4c0b8'};color:${ink};border:2px outset ${dark ? '#666' : '#eee'};border-bottom:0`,
        editor: on
          ? `background:${paper};color:${ink};${dice.chance(0.5) ? `border-top:2px solid ${accent}` : ''}`
          : `background:${fill};color:${muted};border-right:1px solid ${line}`,
        wash: on
          ? `background:${fill};color:${ink};font-weight:600;border-radius:${radius}px`
          : `color:${muted}`,
        block: on ? `background:${ink};color:${paper}` : `color:${ink};border:1px solid ${line}`,
        colour: on ? `color:${accent};font-weight:700` : `color:${muted}`,
        bold: on ? `color:${ink};font-weight:700` : `color:${ink};opacity:.7`,
        linked: on ? `color:${ink}` : `color:${accent}`,
        browser: on
          ? `background:${card};color:${ink};border-radius:${radius + 4}px ${radius + 4}px 0 0;box-shadow:0 -1px 3px #0003`
          : `color:${muted};border-right:1px solid ${line}`,
        split: `border:1px solid ${line};margin-left:-1px;${on ? `background:${accent};color:${onAccent}` : `background:${card};color:${accent}`}`,
        side: on
          ? `border-left:3px solid ${accent};color:${ink};background:color-mix(in srgb, ${accent} 10%, ${card})`
          : `border-left:3px solid transparent;color:${muted}`,
        outlined: on
          ? `border:${style.border}px solid ${accent};color:${accent};border-radius:${radius}px`
          : `border:${style.border}px solid ${line};color:${ink};border-radius:${radius}px`,
      };
      return `<span class="tb" ${this.#as(truth, 'opacity:.4')} style="height:${height}px;padding:0 ${side}px;${isTall ? 'justify-content:flex-start;' : ''}${looks[tab] ?? ''}">${withIcons ? this.icon() : ''}${style.capitals ? truth.name?.toUpperCase() : truth.name}${closes ? this.icon('close', Math.round(style.size * 0.8)) : ''}</span>`;
    });
    const tray =
      tab === 'segment'
        ? `background:${fill};padding:2px;border-radius:${radius}px`
        : tab === 'under' || tab === 'box' || ((tab === 'bold' || tab === 'linked') && isLoose)
          ? `border-bottom:1px solid ${line}`
          : tab === 'over'
            ? `background:${fill}`
            : tab === 'folder'
              ? `border-bottom:1px solid ${line};gap:2px`
              : `background:${dice.chance(0.3) ? paper : 'transparent'};gap:${dice.int(0, 6)}px`;
    return `<div style="display:inline-flex;${isTall ? 'flex-direction:column;align-items:stretch' : 'align-items:flex-end'};${tray}">${items.join('')}</div>`;
  }

  /** A list of entries to choose from: a sidebar, a drop-down or a context menu. */
  menu(kind: 'popup' | 'side' | 'bar', count: number): string {
    const { dice, style } = this;
    const chosen =
      kind === 'bar'
        ? dice.chance(0.3)
          ? dice.int(0, count - 1)
          : -1
        : kind === 'side' || dice.chance(0.6)
          ? dice.int(0, count - 1)
          : -1;
    const truths = Array.from({ length: count }, (_, index): Truth => ({
      role: 'menuitem',
      on: index === chosen,
      disabled: kind !== 'bar' && index !== chosen && dice.chance(kind === 'popup' ? 0.17 : 0.06),
      name: this.text(1, kind === 'bar' ? 1 : 3),
    }));
    if (kind === 'side' && this.sheet.menu && this.#sheeted('menu')) {
      const [list, item, active] = this.sheet.menu;
      const all = truths.map((truth) => ({ ...truth, disabled: false }));
      return `<ul class="${list}" style="list-style:none;padding:0">${all.map((truth) => (item === '' ? `<li><a class="${truth.on ? active : ''}" ${tagged(truth)}>${truth.name}</a></li>` : `<li class="${truth.on ? active : item}" ${truth.on ? 'aria-current="page"' : ''} ${tagged(truth)}>${truth.name}</li>`)).join('')}</ul>`;
    }
    const { menu: list, menuitem } = this.library ?? {};
    if (kind === 'side' && list && menuitem && dice.chance(0.9))
      return list(truths.map((truth) => this.#part(menuitem, truth)).join(''));
    const { accent, onAccent, ink, fill, radius, line, card, muted, menu, dark } = style;
    const withIcons = dice.chance(0.35);
    const keys = kind === 'popup' && dice.chance(0.4);
    const mark = dice.one(['fill', 'fill', 'soft', 'grey', 'edge']);
    const onLook =
      mark === 'fill'
        ? `background:${accent};color:${onAccent}`
        : mark === 'soft'
          ? `background:color-mix(in srgb, ${accent} 18%, ${card});color:${dark ? ink : accent}`
          : mark === 'grey'
            ? `background:${fill};font-weight:600`
            : `background:${fill};box-shadow:inset 3px 0 0 ${accent}`;
    const h = Math.round(style.height * (kind === 'bar' ? 0.9 : dice.one([0.8, 0.95, 1.1])));
    const inset = dice.chance(0.4) ? `border-radius:${radius}px;margin:0 4px;` : '';
    const items = truths.map(
      (truth) =>
        `<div class="mi" ${this.#as(truth, style.faint === 'grey' ? `color:${dark ? '#777' : '#aaa'}` : 'opacity:.42')} style="height:${h}px;padding:0 ${Math.round(style.size * 0.8)}px;${kind === 'bar' ? '' : inset}color:${ink};${truth.on ? onLook : ''}">${withIcons && kind !== 'bar' ? this.icon(undefined, style.size + 2) : ''}<span>${truth.name}</span>${kind === 'popup' && dice.chance(0.12) ? '<span style="margin-left:auto">›</span>' : keys ? `<span style="margin-left:auto;padding-left:20px;color:${truth.on && mark === 'fill' ? onAccent : muted}">${dice.one(['Ctrl+C', '⌘V', 'F5', 'Alt+F4', '⇧⌘P', ''])}</span>` : ''}</div>${kind === 'popup' && dice.chance(0.12) ? `<div style="height:1px;background:${line};margin:4px 0"></div>` : ''}`,
    );
    if (kind === 'bar')
      return `<div style="display:inline-flex;background:${fill}">${items.join('')}</div>`;
    const box =
      kind === 'popup'
        ? `background:${card};padding:4px 0;border-radius:${radius}px;${menu === 'border' ? '' : 'box-shadow:0 6px 20px #0006;'}${menu === 'shadow' ? '' : `border:1px solid ${line};`}`
        : '';
    return `<div style="width:${dice.int(110, this.roomy ? 420 : 240)}px;${box}">${items.join('')}</div>`;
  }

  link(words = this.text(1, 3)): string {
    const { dice, style } = this;
    const { accent, link, dark } = style;
    const colour = dice.chance(0.6)
      ? dice.chance(0.5)
        ? dark
          ? '#7ab7ff'
          : '#0645ad'
        : accent
      : accent;
    // Coloured words without a line are told from red and green notes by the accent of the page, or not at all.
    const isTold = colour !== accent || style.isVivid;
    const line =
      link === 'plain' && isTold ? 'none' : link === 'dotted' ? 'underline dotted' : 'underline';
    return `<a ${tagged({ role: 'link', name: words })} style="color:${colour};text-decoration:${line}">${words}</a>`;
  }

  scrollbar(length: number, across: boolean): string {
    const { dice, style } = this;
    const w = dice.int(7, 17);
    const thumb = Math.max(18, length * dice.real(0.12, 0.6));
    const value = dice.chance(0.3) ? 0 : dice.next();
    const { dark, fill } = style;
    const isOld = dice.chance(0.25);
    const ends = isOld ? w : 0;
    const at = ends + value * (length - thumb - 2 * ends);
    const track = dice.one([fill, dark ? '#2b2b2b' : '#f1f1f1', dark ? '#1118' : '#e3e3e3']);
    const colour = dice.one([
      dark ? '#666' : '#c1c1c1',
      dark ? '#888' : '#8d8d8d',
      dark ? '#555' : '#a8a8a8',
    ]);
    const r = dice.chance(0.5) ? w : 0;
    const pad = dice.one([0, 1, 2]);
    const place = across
      ? `left:${at}px;width:${thumb}px;top:${pad}px;bottom:${pad}px`
      : `top:${at}px;height:${thumb}px;left:${pad}px;right:${pad}px`;
    const arrow = (text: string, where: string): string =>
      isOld
        ? `<i style="position:absolute;${where};width:${w}px;height:${w}px;font-size:${w * 0.6}px;line-height:${w}px;text-align:center;font-style:normal;color:${dark ? '#ccc' : '#444'}">${text}</i>`
        : '';
    return `<span class="tg" ${tagged({ role: 'scrollbar', value })} style="${across ? `width:${length}px;height:${w}px` : `width:${w}px;height:${length}px`};background:${track}"><i style="position:absolute;${place};border-radius:${r}px;background:${colour}"></i>${arrow(across ? '◂' : '▴', 'left:0;top:0')}${arrow(across ? '▸' : '▾', 'right:0;bottom:0')}</span>`;
  }

  cursor(x: number, y: number): string {
    const { dice } = this;
    if (!this.isHeld && dice.chance(0.5)) return pointer(dice, x, y);
    const size = dice.int(15, 30);
    const [fill, edge] = dice.chance(0.6) ? ['#000', '#fff'] : ['#fff', '#000'];
    const arrow = dice.one([
      'M1 1v17l4-4 3 7 3-1-3-7h6z',
      'M1 1v15l4-3h7z',
      'M2 1l13 13h-7l-5 5z',
      'M1 1l16 7-7 3-3 7z',
    ]);
    const hand =
      'M6 10V3a1.5 1.5 0 0 1 3 0v5l6 2c2 .6 2 2 1.600 3.500L15 20H8l-5-6c-1-1.500 1-3 2-2z';
    const beam = 'M5 2h3l1 1 1-1h3M9 3v14M5 18h3l1-1 1 1h3';
    const kind = dice.one(['arrow', 'arrow', 'arrow', 'hand', 'beam']);
    const d = kind === 'arrow' ? arrow : kind === 'hand' ? hand : beam;
    const paint =
      kind === 'beam'
        ? `fill="none" stroke="${fill}" stroke-width="1.5"`
        : `fill="${fill}" stroke="${edge}" stroke-width="1.3" stroke-linejoin="round"`;
    return `<svg style="position:absolute;left:${x}px;top:${y}px;width:${size}px;height:${size * 1.15}px;pointer-events:none;z-index:99;overflow:visible" viewBox="0 0 19 22"><path d="${d}" ${paint} ${tagged({ role: 'cursor' })}/></svg>`;
  }
}

function markOf(mark: string, stroke: string): string {
  const path: Readonly<Record<string, string>> = {
    tick: 'M3 8.500l3.500 3.500L13 4.500',
    stroke: 'M2.500 8L6 12l8-10',
    cross: 'M4 4l8 8M12 4l-8 8',
  };
  const d = path[mark];
  if (mark === 'square') return `<i style="width:56%;height:56%;background:${stroke}"></i>`;
  if (d === undefined) return `<b style="color:${stroke};font-size:90%;line-height:1">✓</b>`;
  return `<svg viewBox="0 0 16 16"><path d="${d}" fill="none" stroke="${stroke}" stroke-width="${mark === 'stroke' ? 1.6 : 2.3}"/></svg>`;
}
