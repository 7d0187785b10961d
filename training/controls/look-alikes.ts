// What looks like a control and is none, for the training of the second network alone: logos, faces, pictures of other pages and of documents, notes, cards, steps, tags. Nothing in it
// is named in `data-c` but icons, which are icons wherever they stand.
import type { Kit } from './controls.ts';
import type { Dice } from './style.ts';

/** A page within the page, as a picture: what can be clicked in it cannot be clicked here. */
export function untold(html: string): string {
  return html.replaceAll(/\sdata-(?:c|s|k)='[^']*'|\sdata-(?:s|k)="[^"]*"|\sdata-off\b/g, ' ');
}

export class LookAlikes {
  readonly #kit: Kit;
  /** Sections of another page, in another style, for pictures of pages. */
  readonly #other: () => string;
  constructor(kit: Kit, other: () => string) {
    this.#kit = kit;
    this.#other = other;
  }
  get #dice(): Dice {
    return this.#kit.dice;
  }
  #text(low: number, high: number): string {
    return this.#kit.text(low, high);
  }
  #colour(): string {
    const { accent, ink, good, danger, muted } = this.#kit.style;
    return this.#dice.one([
      accent,
      accent,
      ink,
      good,
      danger,
      muted,
      `hsl(${this.#dice.int(0, 359)} ${this.#dice.int(25, 85)}% ${this.#dice.int(28, 62)}%)`,
    ]);
  }
  #tint(share = this.#dice.int(6, 24)): string {
    return `color-mix(in srgb, ${this.#colour()} ${share}%, ${this.#kit.style.card})`;
  }
  #corner(): string {
    return `${this.#dice.one([0, 4, 6, 8, 12, 16, 20])}px`;
  }

  section(): string {
    const makers: readonly (readonly [number, () => string])[] = [
      [2, () => this.brand()],
      [2, () => this.faces()],
      [3, () => this.notes()],
      [4, () => this.cards()],
      [4, () => this.thumbnails()],
      [2, () => this.steps()],
      [2, () => this.tags()],
      [3, () => this.talk()],
      [2, () => this.definitions()],
      [1, () => this.emptiness()],
      [2, () => this.heading()],
    ];
    let at = this.#dice.next() * makers.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of makers) {
      at -= weight;
      if (at < 0) return make();
    }
    return '';
  }

  /** A sign and a name: rings and dots are what radio buttons are made of. */
  brand(): string {
    const dice = this.#dice;
    const { style } = this.#kit;
    const size = dice.int(16, 44);
    const name = this.#text(1, 2);
    return `<div style="display:flex;align-items:center;gap:${dice.int(5, 14)}px;padding:${dice.int(0, 8)}px">${this.#sign(size)}<span style="font-weight:${dice.one([500, 600, 700, 800])};font-size:${Math.max(style.size, size * dice.real(0.45, 0.8))}px">${name}</span></div>`;
  }
  #sign(size: number): string {
    const dice = this.#dice;
    const colour = this.#colour();
    const ground = dice.one([colour, colour, this.#tint(), 'transparent']);
    const ink = ground === colour ? dice.one(['#fff', '#fff', '#111', '#ffffffc0']) : colour;
    const shape = (css: string): string =>
      `<i style="display:block;box-sizing:border-box;${css}"></i>`;
    const letter = (): string =>
      `<b style="font-size:${size * 0.55}px;line-height:1;color:${ink}">${this.#text(1, 1).slice(0, 1)}</b>`;
    const icon = (): string => this.#kit.icon(undefined, Math.round(size * 0.62), `color:${ink}`);
    // A small ring with a dot in it is a radio button, wherever it stands.
    const inside = dice.one(
      size < 20
        ? [letter, icon]
        : [
            letter,
            icon,
            () => shape(`width:46%;height:46%;border-radius:50%;background:${ink}`),
            () =>
              shape(
                `width:62%;height:62%;border-radius:50%;border:${size * dice.real(0.06, 0.16)}px solid ${ink}`,
              ),
            () =>
              `<span style="display:grid;place-items:center;width:70%;height:${dice.one([45, 70])}%;border-radius:50%;border:${Math.max(1, size * 0.07)}px solid ${ink}">${shape(`width:${size * 0.2}px;height:${size * 0.2}px;border-radius:50%;background:${ink}`)}</span>`,
            () =>
              shape(
                `width:50%;height:50%;background:${ink};transform:rotate(${dice.one([0, 45, 20])}deg)`,
              ),
            () =>
              shape(
                `width:60%;height:60%;background:conic-gradient(${ink} ${dice.int(30, 80)}%,transparent 0);border-radius:50%`,
              ),
            () =>
              `<svg viewBox="0 0 16 16" style="width:70%;height:70%"><path d="${dice.one(['M3 8.500l3 3 7-8', 'M2 13L8 3l6 10z', 'M3 4h10M3 8h7M3 12h10', 'M8 2v12M2 8h12'])}" fill="none" stroke="${ink}" stroke-width="${dice.real(1, 2.4)}"/></svg>`,
          ],
    )();
    return `<span style="display:inline-grid;place-items:center;flex:none;box-sizing:border-box;width:${size}px;height:${size}px;border-radius:${dice.one(['50%', '50%', '22%', '30%', '8%'])};background:${ground};${ground === 'transparent' || dice.chance(0.15) ? `border:${dice.real(1, 4)}px solid ${colour}` : ''}">${inside}</span>`;
  }
  faces(): string {
    const dice = this.#dice;
    const size = dice.int(14, 48);
    const isOver = dice.chance(0.5);
    const face = (): string =>
      dice.chance(0.5)
        ? this.#sign(size)
        : `<span style="width:${size}px;height:${size}px;flex:none;border-radius:50%;background:radial-gradient(circle at 50% 38%,${this.#tint(70)} 0 24%,transparent 25%),radial-gradient(circle at 50% 105%,${this.#tint(80)} 0 42%,${this.#tint(30)} 43%)"></span>`;
    return isOver
      ? `<div style="display:flex">${Array.from({ length: dice.int(2, 6) }, () => `<span style="margin-right:${-size * 0.25}px;border-radius:50%;box-shadow:0 0 0 2px ${this.#kit.style.card}">${face()}</span>`).join('')}</div>`
      : Array.from(
          { length: dice.int(1, 4) },
          () =>
            `<div style="display:flex;gap:9px;align-items:center;margin:7px 0">${face()}<span><b>${this.#text(1, 2)}</b>${dice.chance(0.5) ? `<br><small style="color:${this.#kit.style.muted}">${this.#text(1, 4)}</small>` : ''}</span></div>`,
        ).join('');
  }
  /** Words in a tinted box, with a sign before them or not. */
  notes(): string {
    const dice = this.#dice;
    return Array.from({ length: dice.int(1, 2) }, () => {
      const colour = this.#colour();
      const { style } = this.#kit;
      const edge = dice.one([
        `border:1px solid color-mix(in srgb, ${colour} ${dice.int(15, 60)}%, ${style.card})`,
        `border-left:${dice.int(3, 5)}px solid ${colour}`,
        '',
      ]);
      const sign = dice.chance(0.6)
        ? dice.one([
            () => this.#kit.icon(dice.one(['information', 'warning', 'lock', 'check', 'other'])),
            () => this.#sign(style.size + 4),
          ])()
        : '';
      return `<div style="display:${dice.one(['flex', 'inline-flex'])};gap:10px;align-items:center;margin:6px 0;padding:${dice.int(4, 14)}px ${dice.int(8, 20)}px;border-radius:${this.#corner()};background:color-mix(in srgb, ${colour} ${dice.int(5, 22)}%, ${style.card});${edge};color:${dice.one([style.ink, style.ink, colour])}">${sign}<span>${dice.chance(0.25) ? `<b>${this.#text(1, 3)}</b><br>` : ''}${this.#text(4, 11)}${dice.one(['.', '.', ''])}</span></div>`;
    }).join('');
  }
  /** Each with a picture or without, and nothing to press. */
  cards(): string {
    const dice = this.#dice;
    const { style } = this.#kit;
    const width = dice.int(120, 250);
    const round = this.#corner();
    const card = (): string =>
      `<div style="width:${width}px;overflow:hidden;box-sizing:border-box;background:${dice.one([style.card, style.fill])};border:1px solid ${style.line};border-radius:${round};box-shadow:${style.shadow}">${dice.chance(0.7) ? this.#picture(width, dice.int(50, 150)) : ''}<div style="padding:${dice.int(8, 16)}px"><div style="font-weight:${dice.one([500, 600, 700])}">${this.#text(1, 3)}</div><div style="color:${style.muted};font-size:${dice.real(0.8, 1)}em;margin-top:4px">${this.#text(2, 8)}${dice.one(['?', '.', ''])}</div></div></div>`;
    return `<div style="display:flex;flex-wrap:wrap;gap:${dice.int(6, 16)}px">${Array.from({ length: dice.int(1, 3) }, card).join('')}</div>`;
  }
  thumbnails(): string {
    const dice = this.#dice;
    const width = dice.int(110, 360);
    const made = `<div style="display:inline-block;border-radius:${this.#corner()};overflow:hidden;border:1px solid ${this.#kit.style.line}">${this.#picture(width, Math.round(width * dice.real(0.5, 1.3)))}</div>`;
    return dice.chance(0.5)
      ? `${made}<div style="font-weight:600">${this.#text(1, 1).toLowerCase()}.${dice.one(['png', 'pdf', 'jpg', 'txt'])}</div><small style="color:${this.#kit.style.muted}">${dice.one(['png', 'pdf', 'jpeg'])} · ${dice.int(1, 900)} KB</small>`
      : made;
  }
  #picture(width: number, height: number): string {
    const inside = this.#dice.one([
      () => this.#receipt(width, height),
      () => this.#receipt(width, height),
      () => this.#bars(width, height),
      () => this.#screen(width, height),
      () => this.#screen(width, height),
      () => this.#window(width, height),
      () => this.#window(width, height),
      () => this.#drawing(width, height),
    ])();
    return `<div style="position:relative;width:${width}px;height:${height}px;overflow:hidden;line-height:1.35">${inside}</div>`;
  }
  #receipt(width: number, height: number): string {
    const dice = this.#dice;
    const size = dice.real(5, 12);
    const row = (): string =>
      `<div style="display:flex;justify-content:space-between;gap:8px;white-space:nowrap;overflow:hidden;margin:${size * dice.real(0.3, 0.8)}px 0"><span>${dice.chance(0.5) ? `${dice.int(1, 9)} x ` : ''}${this.#text(1, 2)}</span><span>${dice.int(1, 99)}.${dice.int(10, 99)}</span></div>`;
    const rule = `<div style="border-top:1px ${dice.one(['dashed', 'solid', 'dotted'])} #8888;margin:${size * 0.6}px 0"></div>`;
    const rows = (): string => Array.from({ length: dice.int(2, 6) }, row).join('');
    return `<div style="position:absolute;inset:0;background:${dice.one(['#d9d2c5', '#888', this.#tint(40), '#fff'])}"><div style="width:${Math.round(width * dice.real(0.6, 0.95))}px;min-height:${height}px;box-sizing:border-box;margin:${dice.int(0, 14)}px auto;padding:${size}px;background:#fffef9;color:#222;font:${size}px/1.3 ${dice.one(['monospace', 'monospace', 'serif', 'sans-serif'])}"><div style="text-align:center;font-size:1.35em;font-weight:700">${this.#text(1, 2).toUpperCase()}</div><div style="text-align:center">${this.#text(1, 3)}</div>${rule}${rows()}${rule}${rows()}<div style="display:flex;justify-content:space-between;font-weight:700;font-size:1.2em"><span>${this.#text(1, 1).toUpperCase()}</span><span>${dice.int(10, 999)}.00</span></div></div></div>`;
  }
  #bars(width: number, height: number): string {
    const dice = this.#dice;
    const count = dice.int(3, 8);
    const colour = this.#colour();
    const isLine = dice.chance(0.25);
    const body = isLine
      ? `<svg viewBox="0 0 100 60" preserveAspectRatio="none" style="width:100%;height:70%"><polyline points="${Array.from({ length: count }, (_, at) => `${(at * 100) / (count - 1)},${dice.int(5, 58)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.500"/></svg>`
      : `<div style="display:flex;align-items:flex-end;justify-content:space-around;height:70%;border-left:1px solid #888;border-bottom:1px solid #888">${Array.from({ length: count }, () => `<i style="width:${60 / count}%;height:${dice.int(10, 95)}%;background:${dice.chance(0.7) ? colour : this.#colour()}"></i>`).join('')}</div>`;
    return `<div style="box-sizing:border-box;height:${height}px;padding:8px 14px;background:${dice.one(['#fff', '#fafafa', '#1c1f26'])};color:#777;font-size:${dice.int(6, 10)}px"><b style="display:block;text-align:center">${this.#text(1, 3)}</b>${body}<div style="display:flex;justify-content:space-around">${Array.from({ length: count }, () => `<span>${this.#text(1, 1).slice(0, 3)}</span>`).join('')}</div></div>`;
  }
  /** Another page, reduced. */
  #screen(width: number, height: number): string {
    const scale = this.#dice.real(0.28, 0.62);
    const [wide, high] = [Math.round(width / scale), Math.round(height / scale)];
    return `<div style="position:absolute;left:0;top:0;width:${wide}px;height:${high}px;overflow:hidden;transform:scale(${scale});transform-origin:0 0">${untold(this.#other())}</div>`;
  }
  /** A window or a dialog, drawn. */
  #window(width: number, height: number): string {
    const dice = this.#dice;
    const size = dice.real(5, 10);
    const isDark = dice.chance(0.3);
    const dots = ['#e05f5f', '#e0a84f', '#5fb37a']
      .map(
        (of) =>
          `<i style="width:${size * 0.7}px;height:${size * 0.7}px;border-radius:50%;background:${of}"></i>`,
      )
      .join('');
    const press = (isFull: boolean): string =>
      `<span style="padding:${size * 0.4}px ${size}px;border-radius:${dice.int(1, 5)}px;background:${isFull ? this.#colour() : '#8883'};color:${isFull ? '#fff' : 'inherit'}">${this.#text(1, 2)}</span>`;
    return `<div style="position:absolute;inset:0;display:grid;place-items:center;background:${dice.one(['#22304a', this.#colour(), this.#tint(40), '#555'])}"><div style="width:${dice.int(60, 88)}%;border-radius:${size * 0.5}px;overflow:hidden;background:${isDark ? '#22252c' : '#f7f8fb'};color:${isDark ? '#dde' : '#223'};font-size:${size}px"><div style="display:flex;gap:${size * 0.4}px;align-items:center;padding:${size * 0.6}px;background:#8883">${dots}<span style="margin:auto">${this.#text(1, 2)}</span></div><div style="padding:${size * 1.4}px;max-height:${height * 0.7}px"><b style="font-size:1.3em">${this.#text(2, 4)}</b><p style="margin:${size * 0.6}px 0">${this.#text(5, 10)}.</p>${dice.chance(0.6) ? `<div style="height:${size * 0.5}px;background:#8883;border-radius:9px"><i style="display:block;height:100%;width:${dice.int(10, 90)}%;background:${this.#colour()};border-radius:9px"></i></div>` : ''}<div style="display:flex;justify-content:flex-end;gap:${size}px;margin-top:${size}px">${press(false)}${press(true)}</div></div></div></div>`;
  }
  #drawing(width: number, height: number): string {
    const dice = this.#dice;
    const piece = (): string => {
      const [x, y, size] = [dice.int(0, width), dice.int(0, height), dice.int(6, 60)];
      return dice.one([
        `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${this.#colour()}"/>`,
        `<circle cx="${x}" cy="${y}" r="${size / 3}" fill="none" stroke="${this.#colour()}" stroke-width="${dice.int(1, 6)}"/>`,
        `<rect x="${x}" y="${y}" width="${size * 1.6}" height="${size}" rx="${dice.int(0, 12)}" fill="${this.#colour()}"/>`,
        `<path d="M${x} ${y}l${size} ${size}h${-2 * size}z" fill="${this.#colour()}"/>`,
        `<path d="M${x} ${y}q${size} ${-size} ${2 * size} 0" fill="none" stroke="${this.#colour()}" stroke-width="2"/>`,
      ]);
    };
    return `<svg width="${width}" height="${height}" style="background:${this.#tint(30)}">${Array.from({ length: dice.int(4, 14) }, piece).join('')}</svg>`;
  }
  steps(): string {
    const dice = this.#dice;
    const size = dice.int(16, 34);
    const colour = this.#colour();
    const isFull = dice.chance(0.5);
    const now = dice.int(0, 3);
    const isAcross = dice.chance(0.35);
    const made = Array.from({ length: dice.int(2, 4) }, (_, index) => {
      const isOn = isFull || index <= now;
      const inside =
        index < now && dice.chance(0.5) ? '✓' : dice.chance(0.15) ? '' : String(index + 1);
      return `<div style="display:flex;gap:9px;align-items:center;margin:6px 0"><span style="display:grid;place-items:center;flex:none;box-sizing:border-box;width:${size}px;height:${size}px;border-radius:${dice.one(['50%', '50%', '6px'])};font-size:${size * 0.5}px;border:${dice.real(1, 2)}px solid ${colour};${isOn ? `background:${colour};color:#fff` : `color:${colour}`}">${inside}</span><span>${this.#text(1, 3)}</span></div>`;
    });
    return isAcross
      ? `<div style="display:flex;gap:14px;flex-wrap:wrap">${made.join('')}</div>`
      : made.join('');
  }
  tags(): string {
    const dice = this.#dice;
    const { style } = this.#kit;
    const round = dice.one([2, 4, 6, 99]);
    const tag = (): string => {
      const colour = this.#colour();
      const look = dice.one([
        `background:${colour};color:#fff`,
        `background:color-mix(in srgb, ${colour} 18%, ${style.card});color:${colour}`,
        `border:1px solid ${colour};color:${colour}`,
        `background:${style.fill};color:${style.ink}`,
        `background:${style.fill};border:1px solid ${style.line};border-bottom-width:2px;font-family:monospace`,
      ]);
      const dot = dice.chance(0.25)
        ? `<i style="display:inline-block;width:.55em;height:.55em;border-radius:50%;background:currentColor;margin-right:5px"></i>`
        : '';
      return `<span style="font-size:${dice.real(0.7, 0.95)}em;padding:1px ${dice.int(4, 10)}px;border-radius:${round}px;white-space:nowrap;${look}">${dot}${this.#text(1, 2)}</span>`;
    };
    return dice.chance(0.5)
      ? `<div style="display:flex;flex-wrap:wrap;gap:6px">${Array.from({ length: dice.int(2, 7) }, tag).join('')}</div>`
      : Array.from(
          { length: dice.int(2, 4) },
          () => `<div style="margin:6px 0">${this.#text(1, 3)} ${tag()}</div>`,
        ).join('');
  }
  /** What two people wrote to each other, and a turning ring while one of them writes. */
  talk(): string {
    const dice = this.#dice;
    const { style } = this.#kit;
    const round = dice.int(6, 20);
    const colour = this.#colour();
    const said = (isOwn: boolean): string =>
      `<div style="display:flex;justify-content:${isOwn ? 'flex-end' : 'flex-start'};margin:7px 0"><span style="max-width:82%;padding:${dice.int(6, 13)}px ${dice.int(9, 17)}px;border-radius:${round}px;border-bottom-${isOwn ? 'right' : 'left'}-radius:${dice.one([2, round])}px;${isOwn ? `background:${dice.one([colour, style.fill, style.fill])};color:${style.ink}` : `background:${dice.one([style.fill, style.card, 'transparent'])};border:1px solid ${dice.one([style.line, 'transparent'])}`}">${this.#text(4, 10)}${dice.one(['?', '.'])}</span></div>`;
    const ring = dice.int(10, 18);
    const waits = dice.chance(0.4)
      ? `<div style="display:flex;gap:8px;align-items:center"><i style="box-sizing:border-box;width:${ring}px;height:${ring}px;border-radius:50%;border:2px solid ${style.line};border-${dice.one(['left', 'top'])}-color:${colour}"></i><span>${this.#text(1, 1)}…</span></div>`
      : '';
    return Array.from({ length: dice.int(1, 4) }, () => said(dice.chance(0.5))).join('') + waits;
  }
  definitions(): string {
    const dice = this.#dice;
    const { style } = this.#kit;
    const rule = dice.chance(0.5)
      ? `border-bottom:1px ${dice.one(['solid', 'dashed'])} ${style.line}`
      : '';
    return `<div style="max-width:${dice.int(180, 380)}px;${dice.chance(0.4) ? `background:${style.fill};padding:8px 12px;border-radius:${this.#corner()}` : ''}">${Array.from({ length: dice.int(2, 6) }, () => `<div style="display:flex;justify-content:space-between;gap:10px;padding:${dice.int(3, 8)}px 0;${rule}"><span style="color:${style.muted}">${this.#text(1, 2)}</span><span style="font-weight:${dice.one([400, 600])}">${dice.chance(0.5) ? this.#text(1, 2) : `${dice.int(1, 9999)}${dice.one(['', ' MB', '.50', '%'])}`}</span></div>`).join('')}</div>`;
  }
  emptiness(): string {
    const dice = this.#dice;
    return `<div style="text-align:center;padding:${dice.int(10, 30)}px;${dice.chance(0.4) ? `border:${dice.int(1, 2)}px dashed ${this.#kit.style.line};border-radius:${this.#corner()}` : ''}">${this.#sign(dice.int(30, 60))}<div style="font-weight:600;margin-top:8px">${this.#text(2, 4)}</div><div style="color:${this.#kit.style.muted}">${this.#text(3, 8)}</div></div>`;
  }
  heading(): string {
    const dice = this.#dice;
    return `<div style="font-size:${dice.real(1.4, 3)}em;font-weight:${dice.one([600, 700, 800])};line-height:1.2">${this.#text(2, 4)}${dice.one(['.', ''])}</div><p style="font-size:${dice.real(1, 1.3)}em;color:${this.#kit.style.muted};margin:6px 0">${this.#text(5, 14)}.</p>`;
  }
}
