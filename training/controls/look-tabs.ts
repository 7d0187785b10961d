// Tabs as programs, phones and web pages have them, most of them without a rim, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';
import type { Dice } from './style.ts';

export function tabLooks(ground: Ground): {
  readonly tab: Draw;
  readonly tabs: (items: string, dice: Dice) => string;
} {
  const { dice, style, focus, mix } = ground;
  const { accent, onAccent, ink, muted, line, card, fill, radius, paper, dark } = style;
  const body = dice.one([
    'line',
    'line',
    'line',
    'short',
    'short',
    'dot',
    'words',
    'words',
    'pill',
    'pill',
    'segment',
    'segment',
    'upper',
    'sheet',
    'sheet',
    'bottom',
    'button',
    'tinted',
    'chevron',
    'grey',
  ]);
  const t = dice.one([1, 2, 2, 3, 4]);
  const idle = dice.one([muted, muted, ink, mix(ink, 60)]);
  const lit = dice.one([accent, accent, ink]);
  const weight = dice.one(['', 'font-weight:600;', 'font-weight:700;', 'font-weight:500;']);
  const always = dice.chance(0.2) ? weight : '';
  const capitals = dice.chance(0.15)
    ? 'text-transform:uppercase;letter-spacing:.04em;font-size:.9em;'
    : '';
  const height = Math.round(
    style.height * (body === 'bottom' ? dice.real(1.5, 1.9) : dice.real(0.85, 1.5)),
  );
  const side = Math.round(style.size * dice.real(0.35, 1.7));
  const gap = body === 'segment' || body === 'sheet' ? dice.int(0, 2) : dice.int(0, 14);
  const r = dice.one([radius, 99, 6]);
  const top = dice.one([0, 3, 6, 10]);
  const looks: Readonly<Record<string, readonly [chosen: string, other: string]>> = {
    line: [`color:${lit};${weight}box-shadow:inset 0 -${t}px 0 ${accent}`, `color:${idle}`],
    short: [`color:${lit};${weight}`, `color:${idle}`],
    dot: [`color:${lit};${weight}`, `color:${idle}`],
    words: [
      `color:${dice.one([accent, ink])};font-weight:${dice.one([600, 700])}`,
      `color:${mix(ink, dice.int(45, 60))}`,
    ],
    pill: [
      dice.one([
        `background:${accent};color:${onAccent};border-radius:${r}px`,
        `background:${ink};color:${paper};border-radius:${r}px`,
        `background:${mix(ink, 14)};color:${ink};border-radius:${r}px;${weight}`,
      ]),
      `color:${idle};border-radius:${r}px`,
    ],
    segment: [
      dice.one([
        `background:${dark ? '#636366' : '#fff'};color:${ink};box-shadow:0 1px 3px #0003;border-radius:${Math.min(r, 9)}px`,
        `background:${accent};color:${onAccent};border-radius:${Math.min(r, 9)}px`,
        `background:${mix(ink, 24)};color:${ink};border-radius:${Math.min(r, 5)}px`,
      ]),
      `color:${ink};border-radius:${Math.min(r, 9)}px`,
    ],
    upper: [
      `color:${ink};box-shadow:inset 0 ${t}px 0 ${accent};background:${card}`,
      `color:${idle}`,
    ],
    sheet: [
      `background:${card};color:${ink};border:1px solid ${line};border-bottom:0;border-radius:${top}px ${top}px 0 0;${weight}${dice.chance(0.4) ? `box-shadow:inset 0 2px 0 ${accent};` : ''}`,
      dice.one([
        `background:${mix(ink, 14, paper)};color:${mix(ink, 65)};border-radius:${top}px ${top}px 0 0`,
        `color:${mix(ink, 55)}`,
        `background:${mix(ink, 18, paper)};color:${mix(ink, 80)};border:1px solid ${line};border-bottom:0;border-radius:${top}px ${top}px 0 0;margin-top:2px`,
      ]),
    ],
    bottom: [`color:${accent};font-size:.8em`, `color:${muted};font-size:.8em`],
    button: [
      `background:${mix(ink, 28)};color:${ink};border:1px solid ${line};box-shadow:inset 0 1px 3px #0004`,
      `background:${mix(ink, 4)};color:${ink};border:1px solid ${line}`,
    ],
    tinted: [
      `color:${accent};${weight}background:linear-gradient(transparent,${mix(accent, 18)});border-bottom:${t}px solid ${accent}`,
      `color:${idle};border-bottom:${t}px solid transparent`,
    ],
    chevron: [
      `background:${accent};color:${onAccent};clip-path:polygon(0 0,calc(100% - 8px) 0,100% 50%,calc(100% - 8px) 100%,0 100%)`,
      `background:${fill};color:${ink};clip-path:polygon(0 0,calc(100% - 8px) 0,100% 50%,calc(100% - 8px) 100%,0 100%)`,
    ],
    grey: [
      `background:${mix(ink, 15)};color:${ink};${weight};border-radius:${Math.min(r, 8)}px`,
      `color:${idle};border-radius:${Math.min(r, 8)}px`,
    ],
  };
  const [chosen, other] = looks[body] ?? ['', ''];
  const counts = dice.chance(0.15);
  const width = dice.chance(0.2) ? dice.int(60, 130) : 0;
  const faint = dice.one(['opacity:.38', 'opacity:.45', 'opacity:.5', `color:${mix(ink, 28)}`]);
  const trays: Readonly<Record<string, string>> = {
    segment: `background:${mix(ink, dice.int(6, 13))};padding:${dice.int(1, 4)}px;border-radius:${Math.min(r, 11) + 2}px`,
    sheet: dice.one([`border-bottom:1px solid ${line}`, `background:${mix(ink, 5)}`, '']),
    bottom: `background:${card};border-top:1px solid ${line}`,
    button: `border-radius:${Math.min(radius, 6)}px;overflow:hidden`,
  };
  const tray =
    trays[body] ??
    dice.one([
      `border-bottom:1px solid ${line}`,
      `box-shadow:inset 0 -${Math.min(t, 2)}px 0 ${line}`,
      '',
      '',
      `background:${card}`,
    ]);
  return {
    tab: (p) => {
      const mark =
        !p.on || !(body === 'short' || body === 'dot')
          ? ''
          : body === 'dot'
            ? `<i style="position:absolute;left:50%;bottom:2px;width:5px;height:5px;margin-left:-2.500px;border-radius:50%;background:${accent}"></i>`
            : `<i style="position:absolute;left:${side}px;right:${side}px;bottom:0;height:${t}px;border-radius:${t}px ${t}px 0 0;background:${accent}"></i>`;
      const count = counts
        ? `<i style="font-style:normal;font-size:.75em;line-height:1.5;padding:0 6px;border-radius:99px;background:${mix(ink, 14)};color:inherit">${dice.int(1, 99)}</i>`
        : '';
      return `<span class="tb" ${p.tag} ${p.css(faint, focus)} style="position:relative;height:${height}px;padding:0 ${side}px;${width > 0 ? `min-width:${width}px;` : ''}${body === 'bottom' ? 'flex-direction:column;gap:1px;' : ''}${capitals}${always}${p.on ? chosen : other}">${p.icon}${p.words}${count}${mark}</span>`;
    },
    tabs: (items) =>
      `<div style="display:inline-flex;align-items:flex-end;max-width:100%;gap:${gap}px;${tray}">${items}</div>`,
  };
}
