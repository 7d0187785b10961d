// Buttons, and how a default one differs, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';

export function buttons({ dice, style, faint, focus, mix }: Ground): Draw {
  const { accent, onAccent, ink, line, muted, card, fill, paper, dark, radius, border } = style;
  const rim = dice.one([mix(ink, 22), line, muted, mix(accent, 40)]);
  const kinds: readonly (readonly [first: string, other: string])[] = [
    [
      `background:${accent};color:${onAccent};border:1px solid ${accent}`,
      `background:${fill};color:${ink};border:1px solid ${fill}`,
    ],
    [
      `background:${accent};color:${onAccent};border:0`,
      `background:transparent;color:${accent};border:1px solid ${line}`,
    ],
    [
      `background:linear-gradient(${mix(accent, 75, '#fff')},${accent});color:${onAccent};border:1px solid ${mix(accent, 80, '#000')}`,
      `background:linear-gradient(${dark ? '#6a6a6a,#555' : '#fff,#f3f3f3'});color:${ink};border:1px solid ${rim}`,
    ],
    [
      `background:${accent};color:${onAccent};border:1px solid ${mix(accent, 80, '#000')};box-shadow:inset 0 1px 0 #fff5`,
      `background:${card};color:${ink};border:1px solid ${rim};box-shadow:0 1px 0 #0002`,
    ],
    // Default by a tint, a rim or weight alone.
    [
      `background:${mix(accent, dice.int(16, 38))};color:${ink};border:1px solid ${mix(accent, 65)}`,
      `background:${mix(ink, dice.int(3, 9))};color:${ink};border:1px solid ${rim}`,
    ],
    [
      `background:linear-gradient(${mix(accent, dice.int(10, 22))},${mix(accent, dice.int(28, 46))});color:${ink};border:1px solid ${mix(accent, 70)}`,
      `background:linear-gradient(${mix(ink, 3)},${mix(ink, 11)});color:${ink};border:1px solid ${rim}`,
    ],
    [
      `background:${card};color:${accent};border:2px solid ${accent};font-weight:600`,
      `background:${card};color:${ink};border:1px solid ${rim}`,
    ],
    [
      `background:${dark ? '#555' : '#e1e1e1'};color:${ink};border:2px solid ${dice.one([accent, '#0078d7', ink])}`,
      `background:${dark ? '#555' : '#e1e1e1'};color:${ink};border:1px solid ${dark ? '#777' : '#adadad'}`,
    ],
    [
      `background:${dark ? '#484848' : '#ece9d8'};color:${ink};border:1px solid #003c74;border-radius:3px;box-shadow:inset 0 0 0 2px ${dice.one(['#a9c6f5', accent])}`,
      `background:${dark ? '#484848' : '#ece9d8'};color:${ink};border:1px solid #003c74;border-radius:3px`,
    ],
    [
      `background:${ink};color:${paper};border:1px solid ${ink}`,
      `background:${paper};color:${ink};border:1px solid ${rim}`,
    ],
    [
      `background:${ink};color:${paper};border:0`,
      `background:${mix(ink, 9)};color:${ink};border:0`,
    ],
    [
      `background:${accent};color:${onAccent};border:0;text-transform:uppercase;letter-spacing:.05em;box-shadow:0 3px 1px -2px #0003,0 2px 2px #0002,0 1px 5px #0002`,
      `background:${dark ? '#333' : '#e0e0e0'};color:${ink};border:0;text-transform:uppercase;letter-spacing:.05em;box-shadow:0 3px 1px -2px #0003,0 2px 2px #0002`,
    ],
    [
      `background:linear-gradient(90deg,${accent},${mix(accent, 60, '#f0f')});color:#fff;border:0`,
      `background:${mix(ink, 8)};color:${ink};border:0`,
    ],
    [
      `background:${accent};color:${onAccent};border:0;border-bottom:3px solid ${mix(accent, 70, '#000')}`,
      `background:${fill};color:${ink};border:0;border-bottom:3px solid ${mix(ink, 25, fill)}`,
    ],
    [
      `background:${mix(accent, 88, '#000')};color:${onAccent};border:1px solid ${accent}`,
      `background:${mix(accent, 7)};color:${ink};border:1px solid ${mix(accent, 28)}`,
    ],
  ];
  const [first, other] = dice.one(kinds);
  const r = dice.one([radius, radius, 0, 3, 5, 8, 99]);
  const height = Math.round(style.height * dice.real(0.8, 1.3));
  const side = Math.round(height * dice.real(0.3, 0.85));
  const off = dice.one([
    faint,
    faint,
    faint,
    `background:${dark ? '#3a3a3a' : '#e8e8e8'};color:${dark ? '#777' : '#a6a6a6'};border-color:${dark ? '#444' : '#dcdcdc'};box-shadow:none`,
    `background:${mix(ink, 10)};color:${mix(ink, 36)};border-color:transparent;box-shadow:none`,
    `background:transparent;color:${mix(ink, 36)};border-color:${mix(ink, 18)};border-style:${dice.one(['solid', 'dashed'])};box-shadow:none`,
  ]);
  const bold = dice.chance(0.35) ? `font-weight:${dice.one([500, 600, 700])};` : '';
  const danger = `background:${style.danger};color:#fff;border:1px solid ${style.danger}`;
  const isThick = border > 1.6 && dice.chance(0.5);
  return (p) =>
    `<span class="bt" ${p.tag} ${p.css(off, focus)} style="border-radius:${r}px;${p.isDefault ? first : dice.chance(0.06) ? danger : other};${isThick ? `border-width:${border}px;` : ''}height:${height}px;padding:0 ${side}px;${bold}">${p.words}</span>`;
}
