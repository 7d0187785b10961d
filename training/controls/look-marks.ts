// Checkboxes and radio buttons as programs, phones and web pages have them, for pages for training.
import type { Draw } from './library.ts';
import type { Ground } from './look-ground.ts';

export function checkboxes({ dice, style, faint, focus, mix }: Ground): Draw {
  const { accent, onAccent, ink, line, muted, card, fill } = style;
  const size = Math.round(style.size * dice.real(0.85, 1.6));
  const radius = dice.one([0, 1, 2, 3, 4, 5, 6]);
  const rim = dice.real(1, 2.6);
  const body = dice.one(['accent', 'accent', 'accent', 'ink', 'open', 'tint', 'glossy', 'sunken']);
  const off = dice.one([card, card, fill, 'transparent', mix(ink, 6)]);
  const edge = dice.one([line, muted, muted, ink, mix(ink, 45)]);
  const over =
    body === 'accent'
      ? onAccent
      : body === 'ink'
        ? card
        : body === 'glossy'
          ? onAccent
          : dice.one([accent, ink]);
  const full: Readonly<Record<string, string>> = {
    accent: `background:${accent};border:${rim}px solid ${accent}`,
    ink: `background:${ink};border:${rim}px solid ${ink}`,
    open: `background:${off};border:${rim}px solid ${dice.one([edge, accent])}`,
    tint: `background:${mix(accent, dice.int(12, 30))};border:${rim}px solid ${accent}`,
    glossy: `background:linear-gradient(${mix(accent, 70, '#fff')},${accent});border:1px solid ${mix(accent, 70, '#000')}`,
    sunken: `background:${style.dark ? '#222' : '#fff'};border:1px solid ${muted};box-shadow:inset 1px 1px 2px #0005`,
  };
  const empty =
    body === 'sunken'
      ? full['sunken']
      : body === 'glossy'
        ? `background:linear-gradient(${fill},${card});border:1px solid ${muted}`
        : `background:${off};border:${rim}px solid ${edge}`;
  const weight = dice.real(1.3, 3);
  const path = dice.one([
    'M3.500 8.500l3 3 6-7',
    'M2.500 8l4 4 7-9',
    'M4 8.500l2.500 2.500L12 5',
    'M4 4l8 8M12 4l-8 8',
  ]);
  const mark = dice.chance(0.12)
    ? `<b style='font-size:${size * 0.8}px;line-height:1;color:${over}'>✔</b>`
    : dice.chance(0.08)
      ? `<i style='width:60%;height:60%;background:${over};border-radius:1px'></i>`
      : `<svg viewBox='0 0 16 16'><path d='${path}' fill='none' stroke='${over}' stroke-width='${weight}' stroke-linecap='${dice.one(['round', 'butt'])}' stroke-linejoin='round'/></svg>`;
  const half = dice.one([
    `<i style='width:60%;height:${Math.max(2, size * 0.14)}px;background:${over}'></i>`,
    `<i style='width:55%;height:55%;background:${over}'></i>`,
  ]);
  return (p) =>
    `<span class="cb" ${p.tag} ${p.css(faint, focus)} style="width:${size}px;height:${size}px;border-radius:${radius}px;${p.on || p.mixed ? full[body] : empty}">${p.on ? mark : p.mixed ? half : ''}</span>`;
}

export function radios({ dice, style, faint, focus, mix }: Ground): Draw {
  const { accent, onAccent, ink, line, muted, card, fill } = style;
  const size = Math.round(style.size * dice.real(0.85, 1.6));
  const rim = dice.real(1, 2.4);
  const body = dice.one(['dot', 'dot', 'thick', 'full', 'ink', 'small', 'sunken']);
  const colour = body === 'ink' ? ink : accent;
  const dot = Math.max(3, size * (body === 'small' ? dice.real(0.25, 0.36) : dice.real(0.4, 0.62)));
  const edge = dice.one([line, muted, muted, ink, mix(ink, 45)]);
  const off = dice.one([card, card, fill, 'transparent', mix(ink, 6)]);
  const inner = (of: string): string =>
    `<i style="width:${dot}px;height:${dot}px;border-radius:50%;background:${of}"></i>`;
  return (p) => {
    const look = !p.on
      ? body === 'sunken'
        ? `background:${style.dark ? '#222' : '#fff'};border:1px solid ${muted};box-shadow:inset 1px 1px 2px #0005`
        : `background:${off};border:${rim}px solid ${edge}`
      : body === 'thick'
        ? `background:${onAccent};border:${Math.max(3, size * 0.28)}px solid ${accent}`
        : body === 'full'
          ? `background:${accent};border:${rim}px solid ${accent}`
          : body === 'sunken'
            ? `background:${style.dark ? '#222' : '#fff'};border:1px solid ${muted};box-shadow:inset 1px 1px 2px #0005`
            : `background:${off};border:${rim}px solid ${colour}`;
    return `<span class="cb" ${p.tag} ${p.css(faint, focus)} style="width:${size}px;height:${size}px;border-radius:50%;${look}">${p.on && body !== 'thick' ? inner(body === 'full' ? onAccent : colour) : ''}</span>`;
  };
}
