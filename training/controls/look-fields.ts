// Fields and drop-downs as programs, phones and web pages have them, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';

export function fieldLooks(ground: Ground): { readonly field: Draw; readonly select: Draw } {
  const { dice, style, faint, focus, mix } = ground;
  const { accent, ink, muted, line, card, fill, radius, dark } = style;
  const body = dice.one([
    'rim',
    'rim',
    'full',
    'under',
    'notch',
    'inside',
    'sunk',
    'soft',
    'pill',
    'heavy',
    'dashed',
    'tile',
  ]);
  const rim = dice.one([line, mix(ink, 24), mix(ink, 40), muted]);
  const r = dice.one([radius, radius, 0, 4, 8]);
  const grey = dice.one([mix(ink, 5), mix(ink, 9), fill]);
  const looks: Readonly<Record<string, string>> = {
    rim: `background:${card};border:1px solid ${rim};border-radius:${r}px`,
    full: `background:${grey};border:0;border-radius:${r}px`,
    under: `background:transparent;border:0;border-bottom:${dice.one([1, 2])}px solid ${rim}`,
    notch: `background:${card};border:1px solid ${rim};border-radius:${Math.max(3, r)}px;overflow:visible`,
    inside: `background:${dice.one([grey, card])};border:0;border-bottom:1px solid ${muted};border-radius:4px 4px 0 0`,
    sunk: `background:${dark ? '#1a1a1a' : '#fff'};border:1px solid ${muted};box-shadow:inset 1px 1px 0 #0004`,
    soft: `background:${card};border:1px solid ${mix(ink, 13)};border-radius:${r}px;box-shadow:0 1px 2px #0001`,
    pill: `background:${dice.one([grey, card])};border:1px solid ${mix(ink, 16)};border-radius:99px;padding:0 14px`,
    heavy: `background:${card};border:2px solid ${ink};border-radius:${dice.one([0, 0, 4])}px`,
    dashed: `background:${card};border:1px dashed ${muted};border-radius:${r}px`,
    tile: `background:${card};border:1px solid ${rim};border-bottom-color:${ink};border-radius:4px`,
  };
  const isTall = body === 'notch' || body === 'inside';
  const height = Math.round(style.height * (isTall ? dice.real(1.35, 1.6) : dice.real(0.85, 1.4)));
  const off = dice.one([
    faint,
    faint,
    `background:${dark ? '#333' : '#eee'};color:${muted};border-color:${dark ? '#444' : '#d5d5d5'}`,
    `background:${mix(ink, 12)};color:${mix(ink, 45)}`,
    `background:transparent;color:${mix(ink, 38)};border-style:dashed`,
    `background-image:repeating-linear-gradient(-45deg,#8883 0 4px,#0000 4px 8px);color:${muted}`,
  ]);
  const lit = dice.one([
    focus,
    focus,
    `border-color:${accent};box-shadow:0 0 0 1px ${accent}`,
    `border-color:${accent};box-shadow:0 0 0 ${dice.int(2, 4)}px ${mix(accent, dice.int(25, 50), 'transparent')}`,
    body === 'under' || body === 'inside' || body === 'tile' || body === 'full'
      ? `box-shadow:inset 0 -2px 0 ${accent}`
      : `border:2px solid ${accent}`,
  ]);
  const faded = dice.one([muted, mix(ink, 45), mix(ink, 55), dark ? '#888' : '#999']);
  const leads = dice.chance(0.25);
  const ends = dice.one(['', '', '', '', 'clear', 'steps', 'unit', 'eye', 'button']);
  const label = (words: string, colour: string, hides: boolean): string =>
    body === 'notch'
      ? `<i style="position:absolute;left:9px;top:-.3em;font-size:.74em;font-style:normal;line-height:1.1;padding:0 4px;background:${card};color:${colour}">${words}</i>`
      : hides
        ? ''
        : `<i style="position:absolute;left:9px;top:3px;font-size:.72em;font-style:normal;line-height:1.25;color:${colour}">${words}</i>`;
  const endOf = (): string =>
    ends === 'clear'
      ? `<svg viewBox="0 0 16 16" style="width:.9em;height:.9em;margin-left:auto;flex:none;color:${muted}"><path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="1.6"/></svg>`
      : ends === 'steps'
        ? `<span style="margin:0 -8px 0 auto;display:flex;flex-direction:column;align-self:stretch;width:18px;border-left:1px solid ${line};flex:none;justify-content:space-around;align-items:center;font-size:8px;line-height:1;color:${muted}"><b>▲</b><b>▼</b></span>`
        : ends === 'unit'
          ? `<span style="margin-left:auto;color:${muted};flex:none">${dice.one(['kg', '€', '%', 'px', 'km', '.com', 'ms'])}</span>`
          : ends === 'eye'
            ? `<svg viewBox="0 0 16 16" style="width:1.1em;height:1.1em;margin-left:auto;flex:none;color:${muted}"><path d="M1 8c3-5 11-5 14 0-3 5-11 5-14 0z" fill="none" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="8" r="2" fill="currentColor"/></svg>`
            : '';
  const floats = isTall && dice.chance(0.85);
  const inner =
    floats && body === 'inside' ? 'align-items:flex-end;padding-bottom:4px' : 'align-items:center';
  const open = `position:relative;height:${height}px;${inner};${looks[body]}`;
  const arrow = dice.one([
    `<svg class="ar" viewBox="0 0 16 16"><path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" stroke-width="${dice.real(1.2, 2)}"/></svg>`,
    `<svg class="ar" viewBox="0 0 16 16"><path d="M4 6h8l-4 5z" fill="currentColor"/></svg>`,
    `<svg class="ar" viewBox="0 0 16 16"><path d="M5 6l3-3 3 3M5 10l3 3 3-3" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>`,
    `<svg class="ar" viewBox="0 0 16 16" style="color:${muted};border-left:1px solid ${line};padding-left:6px;width:20px"><path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>`,
    `<span style="margin:0 -8px 0 auto;align-self:stretch;display:flex;align-items:center;padding:0 5px;background:${accent};color:${style.onAccent};flex:none;font-size:.7em">▲▼</span>`,
  ]);
  const words = (text: string): string => text.slice(0, 14);
  return {
    field: (p) => {
      const caret = p.isFocused
        ? `<i class="caret" style="background:${ink};height:1.15em"></i>`
        : '';
      const name = dice.one([
        'Name',
        'Email',
        'Title',
        'City',
        'Phone',
        'Amount',
        'Label',
        'Adresse',
        'Código',
      ]);
      // A label that lies in an empty field is what stands there; it moves up when something is written.
      const hides = floats && body === 'inside' && !p.isFilled && !p.isFocused;
      const above = floats ? label(name, p.isFocused ? accent : muted, hides) : '';
      const text = p.isFilled
        ? `<span class="cut">${p.words}</span>${caret}`
        : `${caret}<span class="cut" style="color:${faded}">${hides ? name : p.words}</span>`;
      const lead = leads || p.icon.includes('"search"') ? p.icon : '';
      return `<span class="fd" ${p.tag} ${p.css(off, lit)} style="width:${p.width}px;${open}">${above}${lead}${text}${endOf()}</span>`;
    },
    select: (p) =>
      `<span class="fd" ${p.tag} ${p.css(off, lit)} style="width:${p.width}px;${open}">${floats ? label(dice.one(['Region', 'Type', 'Role', 'Größe', 'Rol']), muted, false) : ''}<span class="cut">${words(p.words)}</span>${arrow}</span>`,
  };
}
