// Screens that nobody has seen: text of several kinds in several fonts, in any size and theme, with every line known.
import { drawn } from '../pictures.ts';
import { Seeded } from './seeded.ts';

export interface DrawnScreen {
  readonly id: string;
  readonly bytes: Buffer;
  readonly lines: readonly string[];
}

const sans = ['Arimo', 'DejaVu Sans', 'DejaVu Sans Condensed', 'Noto Sans'] as const;
const serif = ['Tinos', 'DejaVu Serif', 'DejaVu Serif Condensed'] as const;
const mono = ['Cousine', 'DejaVu Sans Mono', 'JetBrains Mono'] as const;

const themes = [
  { paper: '#ffffff', ink: '#1f2328' },
  { paper: '#0d1117', ink: '#e6edf3' },
  { paper: '#fdf6e3', ink: '#586e75' },
  { paper: '#282a36', ink: '#f8f8f2' },
  { paper: '#eef2f7', ink: '#22304a' },
  { paper: '#002b36', ink: '#93a1a1' },
] as const;

const kinds = [
  {
    name: 'prose',
    fonts: [...sans, ...serif],
    sizes: [13, 20],
    pool: [
      'The harbour freezes in most winters, and the ferry stops.',
      'Nobody had opened the second drawer since the move.',
      'A shorter route leads past the mill and the old bridge.',
      'They measured the depth twice and wrote down 14.6 metres.',
      'Please bring your own cup; coffee is free until 10:30.',
      'In 1987 the line was extended to Queensferry and Leith.',
      'It costs about 45% more, but it lasts three times as long.',
      'Every exit is marked with a green sign and a number.',
    ],
  },
  {
    name: 'settings',
    fonts: sans,
    sizes: [12, 17],
    pool: [
      'Notification preferences',
      'Keep me signed in on this computer',
      'Time zone: Europe/Lisbon (UTC+01:00)',
      'Last backup: yesterday at 23:47',
      'Send a copy to billing@example.org',
      'Storage used: 38.2 GB of 50 GB',
      'Reset all shortcuts',
      'Version 4.18.2 (build 90417)',
    ],
  },
  {
    name: 'log',
    fonts: mono,
    sizes: [11, 15],
    pool: [
      '09:41:07.113 INFO [http] GET /v1/assets/9c1e77 200 in 14ms',
      '09:41:07.245 WARN [pool] 3 of 8 decoders busy, queue=12',
      '09:41:08.002 ERROR [store] ENOSPC: no space left on device',
      '09:41:09.871 DEBUG [lens] kept=23 tokens=18,204',
      '09:41:11.330 INFO [auth] tenant=acme-eu token refreshed',
      '    at async loadAll (app/loader.ts:88:11)',
      'Process exited with code 137 (SIGKILL) after 62.4 s',
      'warning: unused variable `buffer` in src/main.rs',
    ],
  },
  {
    name: 'code',
    fonts: mono,
    sizes: [12, 16],
    pool: [
      'export function parse(text: string): number | undefined {',
      '  const match = /^([0-9]+)px$/.exec(text.trim());',
      '  if (!match) return undefined;',
      '  return Number(match[1]) * scale;',
      'for (let index = 0; index < items.length; index += 1) {',
      '  total += items[index].price * (1 + tax / 100);',
      'def merge(left: list[int], right: list[int]):',
      '    return sorted(left + right, key=lambda v: -v)',
    ],
  },
] as const;

export async function drawnScreen(seed: number): Promise<DrawnScreen> {
  const dice = new Seeded(seed);
  // In turn and not thrown: the first throws of neighbouring seeds are alike, and a run would see one kind only.
  const kind = kinds[seed % kinds.length] ?? kinds[0];
  const font = dice.pick(kind.fonts);
  const scale = dice.pick([1, 1, 2]);
  const size = dice.between(kind.sizes[0], kind.sizes[1]) * scale;
  const { paper, ink } = dice.pick(themes);
  const lines = dice.some(kind.pool, 6);
  const lead = Math.round(size * (1.35 + dice.next() * 0.5));
  const body = lines
    .map(
      (line, index) =>
        `<text x="${20 * scale}" y="${24 * scale + size + index * lead}" font-family="${font}" font-size="${size}" fill="${ink}">${escaped(line)}</text>`,
    )
    .join('');
  const longest = Math.max(...lines.map((line) => line.length));
  const width = Math.round(longest * size * 0.66 + 60 * scale);
  const bytes = await drawn(body, width, 40 * scale + size + lines.length * lead, paper);
  return { id: `${seed}-${kind.name}-${size}px`, bytes, lines: lines.map((line) => line.trim()) };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '\u00a0');
}
