// Switches as programs, phones and web pages have them, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';

export function toggles({ dice, style, faint, focus, mix }: Ground): Draw {
  const { accent, onAccent, ink, line, muted, card, fill, dark } = style;
  const body = dice.one([
    'phone',
    'phone',
    'desk',
    'desk',
    'big',
    'over',
    'halves',
    'signs',
    'slot',
    'cut',
    'groove',
  ]);
  const h = Math.round(style.size * dice.real(0.9, 1.9));
  const w = Math.round(h * dice.real(1.55, body === 'halves' ? 2.9 : 2.3));
  const off = dice.one([line, mix(ink, 20), mix(ink, 32), dark ? '#3a3a3c' : '#e9e9ea', fill]);
  const knobs = dice.one(['#fff', '#fff', card, dark ? '#ddd' : '#fafafa']);
  const rim = dice.one([1, 1.5, 2]);
  const gap = dice.one([1.5, 2, 3]);
  const round = body === 'cut' ? dice.int(0, 4) : h;
  const shadow = dice.one([
    '',
    '',
    'box-shadow:0 1px 3px #0006;',
    'box-shadow:0 0 0 .5px #0003,0 2px 4px #0003;',
  ]);
  const track = (on: boolean): string =>
    body === 'desk'
      ? on
        ? `background:${accent};border:${rim}px solid ${accent}`
        : `background:${dice.chance(0.5) ? 'transparent' : mix(ink, 4)};border:${rim}px solid ${muted}`
      : body === 'big'
        ? `background:${on ? accent : fill};border:2px solid ${on ? accent : muted}`
        : body === 'groove'
          ? `background:${on ? accent : off};box-shadow:inset 0 1px 3px #0007`
          : body === 'slot'
            ? `background:linear-gradient(${on ? `${mix(accent, 80, '#000')},${accent}` : `${mix(ink, 30)},${mix(ink, 14)}`});border:1px solid ${mix(ink, 40)}`
            : body === 'over'
              ? `background:linear-gradient(transparent 22%,${on ? mix(accent, 55) : off} 22% 78%,transparent 78%)`
              : `background:${on ? accent : off}`;
  return (p) => {
    const inside = h - (body === 'desk' ? 2 * rim : body === 'big' ? 4 : body === 'slot' ? 2 : 0);
    const side =
      body === 'over'
        ? h
        : body === 'big'
          ? inside * (p.on ? 0.82 : 0.6)
          : body === 'desk'
            ? inside * dice.one([0.56, 0.62, 0.7])
            : inside - 2 * gap;
    const away = (inside - side) / 2;
    const knob =
      body === 'desk'
        ? `background:${p.on ? onAccent : muted}`
        : body === 'big'
          ? `background:${p.on ? onAccent : muted};color:${accent}`
          : body === 'over'
            ? `background:${p.on ? accent : knobs};box-shadow:0 1px 4px #0008`
            : `background:${knobs};${shadow}`;
    if (body === 'halves') {
      const cell = (words: string, is: boolean): string =>
        `<i style='flex:1;font-style:normal;text-align:center;font-size:${h * 0.5}px;line-height:${h - 2}px;${is ? `background:${p.on ? accent : muted};color:#fff` : `color:${muted}`}'>${words}</i>`;
      return `<span class="tg" ${p.tag} ${p.css(faint, focus)} style="display:inline-flex;overflow:hidden;width:${Math.max(w, h * 2.6)}px;height:${h}px;border:1px solid ${muted};border-radius:${Math.min(6, style.radius)}px;background:${card}">${cell('Off', !p.on)}${cell('On', p.on)}</span>`;
    }
    const sign =
      body === 'signs'
        ? `<i style="position:absolute;${p.on ? 'left' : 'right'}:${h * 0.34}px;top:30%;width:${p.on ? 2 : h * 0.3}px;height:40%;box-sizing:border-box;${p.on ? 'background:#fff' : `border:1.5px solid ${mix(ink, 60)};border-radius:50%`}"></i>`
        : '';
    const tick =
      body === 'big' && p.on && h > 18
        ? `<svg style="display:block;width:100%;height:100%" viewBox="0 0 16 16"><path d="M4.500 8.500l2.500 2.500 4.500-5" fill="none" stroke="currentcolor" stroke-width="1.8"/></svg>`
        : '';
    return `<span class="tg" ${p.tag} ${p.css(faint, focus)} style="width:${w}px;height:${h}px;border-radius:${round}px;${track(p.on)}">${sign}<i style="position:absolute;width:${side}px;height:${side}px;top:${away}px;${p.on ? 'right' : 'left'}:${body === 'over' ? 0 : away}px;border-radius:${body === 'cut' ? `${Math.max(0, round - 1)}px` : '50%'};${knob}">${tick}</i></span>`;
  };
}
