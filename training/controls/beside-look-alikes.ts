// Controls that stand beside look-alikes and look much like them: tabs that share a tray, wide buttons in the ground of a card, a choice without a rim. Without them the second network
// learns that whatever is pale and round is none.
import type { Kit } from './controls.ts';

type Maker = (kit: Kit) => string;
import { tagged } from './tagged.ts';

export function besideLookAlikes(kit: Kit): string {
  const forTraining: readonly Maker[] = kit.isHeld ? [] : [strong, column, column];
  const makers: readonly Maker[] = [halves, wide, wide, bare, ...forTraining];
  return kit.dice.one(makers)(kit);
}

/** One button in a strong colour, as wide as its column or as its words; for training only, as the next one. */
function strong(kit: Kit): string {
  const { dice, style } = kit;
  const name = kit.text(1, 3);
  const ground = dice.one([style.accent, style.accent, style.ink, style.good, style.danger]);
  const words = ground === style.accent ? style.onAccent : style.card;
  const icon = dice.chance(0.3) ? kit.icon(dice.one(['add', 'download', 'search', 'other'])) : '';
  const width = dice.chance(0.75)
    ? `display:flex;max-width:${dice.int(150, 420)}px`
    : 'display:inline-flex';
  return `<div style="margin:8px 0"><span ${tagged({ role: 'button', default: true, name })} style="${width};box-sizing:border-box;gap:8px;align-items:center;justify-content:center;min-height:${style.height}px;padding:${dice.int(4, 11)}px 14px;border-radius:${dice.one([0, 4, 6, 8, 10, 99])}px;background:${ground};color:${words};font-weight:${dice.one([400, 500, 600, 700])}">${icon}${name}</span></div>`;
}

/** The head of a column as pages have it: a sign and a name, tabs that share a tray, a button as wide as both, and words. */
function column(kit: Kit): string {
  const { dice, style } = kit;
  const sign = dice.chance(0.6)
    ? `<span style="width:${style.height}px;height:${style.height}px;border-radius:${dice.one([4, 8, 99])}px;background:${style.accent}"></span>`
    : '';
  const title = `<div style="display:flex;align-items:center;gap:10px;font-weight:700;font-size:${dice.int(15, 20)}px">${sign}${kit.text(1, 2)}</div>`;
  const more: readonly Maker[] = dice.chance(0.3) ? [wide] : [];
  const parts: readonly Maker[] = [halves, dice.chance(0.7) ? strong : wide, ...more];
  const made = parts.map((part) => part(kit));
  const [first = '', second = '', third = ''] = made;
  const shown = dice.chance(0.3) ? third + second + first : first + second + third;
  return `<div style="width:${dice.int(170, 320)}px;padding:${dice.int(6, 16)}px;background:${dice.one([style.fill, style.card, 'transparent'])}">${title}<div style="height:${dice.int(4, 16)}px"></div>${shown}<div style="color:${style.muted}">${kit.text(2, 4)}</div></div>`;
}

/** Two or three tabs that share the width of their tray. */
function halves(kit: Kit): string {
  const { dice, style } = kit;
  const count = dice.int(2, 3);
  const chosen = dice.int(0, count - 1);
  const round = dice.one([0, 4, 6, 8, 99]);
  const weight = dice.one([400, 500, 600, 700]);
  const onGround = dice.one([style.card, style.paper, style.accent, style.dark ? '#555' : '#fff']);
  const onInk = onGround === style.accent ? style.onAccent : style.ink;
  const half = (_: unknown, index: number): string => {
    const name = kit.text(1, 1);
    const look =
      index === chosen
        ? `background:${onGround};color:${onInk};box-shadow:${style.shadow}`
        : `color:${dice.one([style.muted, style.ink])}`;
    return `<span ${tagged({ role: 'tab', on: index === chosen, name })} style="flex:1 1 0;min-width:0;overflow:hidden;text-align:center;line-height:${style.height}px;border-radius:${round}px;font-weight:${weight};${look}">${name}</span>`;
  };
  return `<div style="display:flex;max-width:${dice.int(180, 420)}px;padding:${dice.int(0, 4)}px;border-radius:${round}px;background:${style.fill};${dice.chance(0.3) ? `border:1px solid ${style.line}` : ''}">${Array.from({ length: count }, half).join('')}</div>`;
}

/** Buttons as wide as their column, or as their words, in the ground of a card or in a tint. */
function wide(kit: Kit): string {
  const { dice, style } = kit;
  const tint = `color-mix(in srgb, ${style.accent} ${dice.int(8, 24)}%, ${style.card})`;
  const ground = dice.one([style.card, style.card, style.dark ? '#333' : '#fff', style.fill, tint]);
  const rim =
    ground === style.fill || ground === tint ? dice.one(['transparent', style.line]) : style.line;
  const isWide = dice.chance(0.6);
  const round = dice.one([4, 6, 8, 10, 99]);
  const weight = dice.one([400, 500, 600, 600]);
  const place = dice.one(['flex-start', 'center']);
  return Array.from({ length: dice.int(1, 2) }, () => {
    const name = kit.text(1, 3);
    const icon = dice.chance(0.7)
      ? kit.icon(dice.one(['add', 'add', 'download', 'search', 'other']))
      : '';
    return `<div style="margin:6px 0"><span ${tagged({ role: 'button', default: false, name })} style="display:${isWide ? 'flex' : 'inline-flex'};max-width:${dice.int(180, 420)}px;box-sizing:border-box;gap:8px;align-items:center;justify-content:${place};min-height:${style.height}px;padding:${dice.int(3, 9)}px ${dice.int(9, 18)}px;border:1px solid ${rim};border-radius:${round}px;background:${ground};font-weight:${weight};box-shadow:${dice.one(['none', '0 1px 2px #0002'])}">${icon}${name}</span></div>`;
  }).join('');
}

/** What is chosen from, without a rim: words, a sign before them or not, and an arrow. */
function bare(kit: Kit): string {
  const { dice, style } = kit;
  const name = kit.text(1, 2);
  const arrow = `<svg viewBox="0 0 16 16" style="width:${style.size}px;height:${style.size}px;flex:none"><path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" stroke-width="${dice.real(1.2, 2)}"/></svg>`;
  const choice = `<span ${tagged({ role: 'select', name })} style="display:inline-flex;gap:7px;align-items:center;height:${style.height}px;padding:0 ${dice.int(6, 12)}px;font-weight:${dice.one([400, 600])};color:${dice.one([style.ink, style.muted])}">${dice.chance(0.6) ? kit.icon() : ''}${name}${arrow}</span>`;
  return `<div style="display:flex;align-items:center;gap:${dice.int(8, 20)}px">${dice.chance(0.6) ? kit.icon('add') : ''}${choice}</div>`;
}
