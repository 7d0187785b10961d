// Sliders and progress bars as programs, phones and web pages have them, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';

export function sliders({ dice, style, faint, focus, mix }: Ground): Draw {
  const { accent, ink, line, muted, card, fill, paper, dark, onAccent } = style;
  const body = dice.one([
    'round',
    'round',
    'round',
    'phone',
    'dotted',
    'tall',
    'wide',
    'arrow',
    'line',
    'block',
    'halo',
    'inner',
    'stick',
  ]);
  const h = Math.round(style.size * dice.real(0.8, 1.8));
  const t =
    body === 'block'
      ? Math.round(h * dice.real(0.5, 1))
      : body === 'line'
        ? dice.int(1, 2)
        : dice.int(2, 7);
  const w =
    body === 'tall'
      ? Math.max(6, Math.round(h * 0.5))
      : body === 'wide'
        ? Math.round(h * dice.real(1.3, 1.9))
        : body === 'stick'
          ? dice.int(2, 5)
          : body === 'arrow'
            ? Math.max(9, Math.round(h * 0.65))
            : body === 'block'
              ? dice.int(2, 4)
              : h;
  const isFilled = dice.chance(0.8);
  const groove = dice.one([
    line,
    fill,
    mix(ink, 14),
    mix(ink, 26),
    mix(accent, 25),
    dark ? '#555' : '#d1d1d6',
  ]);
  const colour = dice.one([
    accent,
    accent,
    accent,
    ink,
    `linear-gradient(90deg,${mix(accent, 50)},${accent})`,
    muted,
  ]);
  const plain = colour.startsWith('linear') ? accent : colour;
  const square = dice.chance(0.3) ? dice.int(0, 2) : 99;
  const knobs: Readonly<Record<string, string>> = {
    round: dice.one([
      `background:${plain}`,
      `background:#fff;border:1px solid ${muted}`,
      `background:linear-gradient(#fff,#ddd);border:1px solid #999`,
      `background:${card};border:${dice.int(2, 4)}px solid ${plain}`,
      `background:${plain};border:2px solid #fff;box-shadow:0 1px 3px #0006`,
    ]),
    phone: `background:#fff;box-shadow:0 ${dice.int(1, 3)}px ${dice.int(3, 8)}px #0006`,
    dotted: `background:${plain};box-shadow:inset 0 0 0 ${Math.round(h * 0.28)}px ${card},0 0 0 1px ${line}`,
    tall: `background:${dice.one([plain, dark ? '#ccc' : '#f4f4f4'])};border:1px solid ${muted}`,
    wide: `background:${dice.one(['#fff', plain, card])};border:1px solid ${line};box-shadow:0 1px 2px #0004`,
    arrow: `background:${plain};clip-path:polygon(0 0,100% 0,100% 60%,50% 100%,0 60%)`,
    line: `background:${plain};transform:scale(${dice.real(0.6, 0.9)})`,
    block: `background:${dice.one([ink, onAccent, plain])}`,
    halo: `background:${plain};box-shadow:0 0 0 ${dice.int(3, 6)}px ${mix(accent, 25, 'transparent')};transform:scale(.7)`,
    inner: `background:${plain};border:${Math.round(h * 0.22)}px solid ${dark ? '#454545' : '#fff'};box-shadow:0 0 0 1px ${mix(ink, 18)}`,
    stick: `background:${plain};box-shadow:0 0 0 ${dice.int(0, 4)}px ${paper}`,
  };
  const round = ['tall', 'wide', 'stick', 'block'].includes(body)
    ? dice.int(0, 9)
    : body === 'arrow'
      ? 0
      : 99;
  const ticks = dice.chance(0.22) ? dice.int(4, 12) : 0;
  const under = dice.chance(0.6);
  const bubbles = dice.chance(0.18);
  const marks = (of: number): string =>
    Array.from(
      { length: of + 1 },
      (_, at) =>
        `<i style="position:absolute;left:calc(${w / 2}px + (100% - ${w}px)*${at / of});margin-left:-.5px;width:1px;${under ? `top:${h * 0.9}px;height:${dice.int(3, 3)}px` : `top:${h / 2 - t / 2 - 1}px;height:${t + 2}px`};background:${muted}"></i>`,
    ).join('');
  return (p) => {
    const left = p.value * (p.width - w);
    const bubble =
      bubbles && p.isFocused
        ? `<i style="position:absolute;left:${left + w / 2}px;bottom:${h + 3}px;transform:translateX(-50%);background:${ink};color:${paper};font-size:11px;line-height:16px;padding:0 5px;border-radius:4px;font-style:normal">${Math.round(p.value * 100)}</i>`
        : '';
    const bar = (css: string): string =>
      `<i style="position:absolute;top:50%;height:${t}px;margin-top:${-t / 2}px;border-radius:${square}px;${css}"></i>`;
    return `<span class="tg" ${p.tag} ${p.css(faint)} style="width:${p.width}px;height:${h}px">${bar(`left:0;right:0;background:${groove}`)}${isFilled ? bar(`left:0;width:${left + w / 2}px;background:${colour}`) : ''}${ticks > 0 && p.width > 110 ? marks(ticks) : ''}<i style="position:absolute;left:${left}px;top:0;width:${w}px;height:${h}px;box-sizing:border-box;border-radius:${round}px;${knobs[body]}" ${p.css('', focus)}></i>${bubble}</span>`;
  };
}

export function progresses({ dice, style, mix }: Ground): Draw {
  const { accent, ink, line, good, fill, dark } = style;
  const h = dice.one([2, 3, 4, 6, 8, 10, 14, 18, 22]);
  const r = dice.one([0, 2, 3, 99]);
  const ground = dice.one([fill, line, mix(accent, 22), mix(ink, 12), dark ? '#444' : '#e6e6e6']);
  const colour = dice.one([
    accent,
    accent,
    good,
    ink,
    `linear-gradient(90deg,${mix(accent, 45)},${accent})`,
    `linear-gradient(${mix(accent, 60, '#fff')},${accent})`,
    `repeating-linear-gradient(-45deg,${accent} 0 10px,${mix(accent, 80, '#fff')} 10px 20px)`,
  ]);
  const rim = dice.chance(0.25) ? `box-shadow:inset 0 0 0 1px ${mix(ink, 30)};` : '';
  return (p) =>
    `<span class="tg" ${p.tag} style="width:${p.width}px;height:${h}px;border-radius:${r}px;background:${ground};${rim}overflow:hidden"><i style="display:block;width:${p.value * 100}%;height:100%;border-radius:${dice.chance(0.5) ? r : 0}px;background:${colour}"></i></span>`;
}
