// Sequence diagrams: who takes part, what they say to each other in order, and the frames around parts of it.
import { wordsOf } from './graph.ts';
import { linePx, textWidth, wrapped } from './measure.ts';
import { ink, page, round, text } from './paint.ts';
import { maxSequenceSteps } from '../../limits.ts';

interface Step {
  readonly kind: 'message' | 'note' | 'open' | 'else' | 'close';
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly arrow: string;
}

interface Actor {
  readonly id: string;
  readonly title: string;
  readonly isPerson: boolean;
}

const message =
  /^([\p{L}\p{N}_][\p{L}\p{N}_ .]*?)\s*(<<-->>|<<->>|-->>|->>|--x|-x|--\)|-\)|-->|->)\s*([+-])?\s*([\p{L}\p{N}_][\p{L}\p{N}_ .]*?)\s*:\s*([^]*)$/u;
const block = /^(loop|alt|opt|par|critical|break|rect)\b\s*([^]*)$/;

export function drawSequence(lines: readonly string[]): string {
  const actors = new Map<string, Actor>();
  const steps: Step[] = [];
  let isNumbered = false;
  const actor = (id: string): string => {
    if (!actors.has(id)) actors.set(id, { id, title: id, isPerson: false });
    return id;
  };
  const add = (step: Partial<Step> & Pick<Step, 'kind'>): void => {
    if (steps.length >= maxSequenceSteps)
      throw new Error(`more than ${maxSequenceSteps} steps are too many for one picture`);
    steps.push({ from: '', to: '', label: '', arrow: '', ...step });
  };
  for (const line of lines.slice(1)) {
    const declared = /^(?:create\s+)?(participant|actor)\s+(\S+?)(?:\s+as\s+([^]+))?$/.exec(line);
    const said = message.exec(line);
    const note = /^note\s+(?:over|left of|right of)\s+([^:,]+)(?:,\s*([^:]+))?\s*:\s*([^]*)$/i.exec(
      line,
    );
    const opened = block.exec(line);
    if (declared?.[2] !== undefined) {
      const title = wordsOf(declared[3] ?? declared[2]);
      actors.set(declared[2], { id: declared[2], title, isPerson: declared[1] === 'actor' });
    } else if (line.startsWith('autonumber')) isNumbered = true;
    else if (opened) add({ kind: 'open', arrow: opened[1] ?? '', label: wordsOf(opened[2] ?? '') });
    else if (/^(?:else|and|option)\b/.test(line))
      add({ kind: 'else', label: wordsOf(line.replace(/^\w+\s*/, '')) });
    else if (line === 'end') add({ kind: 'close' });
    else if (note?.[1] !== undefined) {
      const from = actor(note[1].trim());
      const to = actor(note[2]?.trim() ?? from);
      add({ kind: 'note', from, to, label: wordsOf(note[3] ?? '') });
    } else if (said?.[1] !== undefined && said[4] !== undefined) {
      const number = isNumbered
        ? `${steps.filter(({ kind }) => kind === 'message').length + 1}. `
        : '';
      const label = number + wordsOf(said[5] ?? '');
      const [from, to] = [actor(said[1]), actor(said[4])];
      add({ kind: 'message', from, to, label, arrow: said[2] ?? '->>' });
    } else if (
      !/^(?:activate|deactivate|destroy|box|title|accTitle|accDescr|link|links)\b/.test(line)
    ) {
      throw new Error(`"${line.slice(0, 60)}" cannot be read`);
    }
  }
  if (actors.size === 0) throw new Error('nobody takes part in it');
  return paint([...actors.values()], steps);
}

const margin = 30;
const headHeight = 44;
const titleLook = ' font-size="13" font-weight="700"';

/** Actors stand far enough apart for what is said between neighbours. */
function columnsOf(actors: readonly Actor[], steps: readonly Step[]): ReadonlyMap<string, number> {
  const order = new Map(actors.map(({ id }, index) => [id, index]));
  const gaps = actors.map(() => 150);
  for (const { kind, from, to, label } of steps) {
    if (kind !== 'message' && kind !== 'note') continue;
    const ends = [order.get(from) ?? 0, order.get(to) ?? 0];
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const width = Math.max(...wrapped(label).map((line) => textWidth(line))) + 40;
    const share = width / Math.max(1, high - low);
    for (let at = low; at < Math.max(high, low + 1); at++)
      gaps[at] = Math.max(gaps[at] ?? 0, share);
  }
  const columns = new Map<string, number>();
  let x = margin + Math.max(60, textWidth(actors[0]?.title ?? '') / 2 + 16);
  for (const [index, { id, title }] of actors.entries()) {
    columns.set(id, x);
    const next = actors[index + 1];
    const room = next ? (textWidth(title) + textWidth(next.title)) / 2 + 60 : 0;
    x += Math.max(gaps[index] ?? 150, room);
  }
  return columns;
}

function paint(actors: readonly Actor[], steps: readonly Step[]): string {
  const columns = columnsOf(actors, steps);
  const at = (id: string): number => columns.get(id) ?? margin;
  const parts: string[] = [];
  const frames: string[] = [];
  const open: { top: number; depth: number; title: string }[] = [];
  const lastActor = actors.at(-1);
  const right = lastActor
    ? at(lastActor.id) + Math.max(80, textWidth(lastActor.title) / 2 + 30)
    : 200;
  let width = right + margin;
  let y = margin + headHeight + 26;
  for (const { kind, from, to, label, arrow } of steps) {
    const lines = wrapped(label);
    const [x1, x2] = [at(from), at(to)];
    switch (kind) {
      case 'message': {
        y += lines.length * linePx;
        const middle = from === to ? x1 + 24 + textWidth(label) / 2 : (x1 + x2) / 2;
        parts.push(text(lines, middle, y - (lines.length * linePx) / 2 - 3));
        parts.push(from === to ? loopArrow(x1, y, arrow) : straightArrow(x1, x2, y, arrow));
        if (from === to) width = Math.max(width, x1 + 40 + textWidth(label) + margin);
        y += from === to ? 42 : 22;
        break;
      }
      case 'note': {
        const span = Math.max(...lines.map((line) => textWidth(line))) + 24;
        const noteWidth = Math.max(span, Math.abs(x2 - x1) + 60);
        const height = lines.length * linePx + 12;
        const middle = (x1 + x2) / 2;
        parts.push(
          `<rect x="${round(middle - noteWidth / 2)}" y="${y}" width="${round(noteWidth)}" height="${height}" fill="#fff6cc" stroke="#b59b3a"/>`,
          text(lines, middle, y + height / 2),
        );
        width = Math.max(width, middle + noteWidth / 2 + margin);
        y += height + 16;
        break;
      }
      case 'open':
        open.push({
          top: y,
          depth: open.length,
          title: `${arrow} ${label === '' ? '' : `[${label}]`}`.trim(),
        });
        y += 30;
        break;
      case 'else':
        frames.push(
          `<line x1="${margin / 2}" y1="${y}" x2="${round(right)}" y2="${y}" stroke="#7c88a8" stroke-dasharray="4 4"/>`,
        );
        if (label !== '')
          parts.push(text([`[${label}]`], margin / 2 + 10, y + 13, 'start', ' font-size="13"'));
        y += 28;
        break;
      case 'close': {
        const frame = open.pop();
        if (!frame) break;
        const inset = margin / 2 + frame.depth * 6;
        frames.push(
          `<rect x="${inset}" y="${frame.top}" width="${round(right - inset - frame.depth * 6)}" height="${y - frame.top}" fill="none" stroke="#7c88a8"/>`,
        );
        parts.push(
          `<rect x="${inset}" y="${frame.top}" width="${textWidth(frame.title, 13) + 20}" height="22" fill="#e5e9f5" stroke="#7c88a8"/>`,
          text([frame.title], inset + 8, frame.top + 11, 'start', titleLook),
        );
        y += 14;
        break;
      }
    }
  }
  const bottom = y + 10;
  const lifelines = actors.map(({ id }) => lifeline(at(id), margin + headHeight, bottom));
  const heads = actors.flatMap((one) => [
    headBox(one, at(one.id), margin),
    headBox(one, at(one.id), bottom),
  ]);
  const body = [...lifelines, ...frames, ...heads, ...parts].join('\n');
  return page(width, bottom + headHeight + margin, body);
}

function lifeline(x: number, top: number, bottom: number): string {
  return `<line x1="${round(x)}" y1="${top}" x2="${round(x)}" y2="${bottom}" stroke="#9aa5b8" stroke-width="1.5"/>`;
}

function headBox({ title, isPerson }: Actor, x: number, top: number): string {
  const width = Math.max(100, textWidth(title) + 32);
  const radius = isPerson ? headHeight / 2 : 3;
  return (
    `<rect x="${round(x - width / 2)}" y="${top}" width="${round(width)}" height="${headHeight}" rx="${radius}" fill="#eef2ff" stroke="#4f5d94" stroke-width="1.5"/>` +
    text([title], x, top + headHeight / 2)
  );
}

function lineOf(arrow: string): string {
  return `stroke="${ink}" stroke-width="1.5"${arrow.includes('--') ? ' stroke-dasharray="6 4"' : ''} fill="none"`;
}

function straightArrow(x1: number, x2: number, y: number, arrow: string): string {
  const way = x2 > x1 ? 1 : -1;
  return `<path d="M${round(x1)} ${y} H${round(x2)}" ${lineOf(arrow)}/>${tip(x2, y, way, arrow)}`;
}

function loopArrow(x: number, y: number, arrow: string): string {
  return `<path d="M${round(x)} ${y} h36 v22 h-36" ${lineOf(arrow)}/>${tip(x, y + 22, -1, arrow)}`;
}

function tip(x: number, y: number, way: number, arrow: string): string {
  const back = round(x - way * 11);
  const at = round(x);
  if (arrow.endsWith('x'))
    return `<path d="M${back} ${y - 5} L${at} ${y + 5} M${back} ${y + 5} L${at} ${y - 5}" stroke="${ink}" stroke-width="1.5"/>`;
  if (arrow.endsWith('>>')) return `<path d="M${at} ${y} L${back} ${y - 5} L${back} ${y + 5} Z"/>`;
  if (arrow.endsWith(')'))
    return `<path d="M${back} ${y - 6} L${at} ${y} L${back} ${y + 6}" stroke="${ink}" fill="none"/>`;
  return '';
}
