// A hundred questions about drawn screens, five for each: what a person would ask, and the strings that stand together where the
// answer is. Screens come from seeds, in fonts that the reader was not trained on.
import { Seeded } from '../../test/eyes/variants/seeded.ts';
import { escaped, facesOf, themes } from './page.ts';

export interface Question {
  readonly ask: string;
  /** All of them stand on one line of the description, or on two that follow each other; of a list, any one. */
  readonly together: readonly (string | readonly string[])[];
}

export interface AskedScreen {
  readonly kind: string;
  readonly html: string;
  readonly scale: 1 | 2;
  /** Some follow from how the browser broke the lines. */
  readonly questions: (lines: readonly string[]) => readonly Question[];
}

const kinds = [
  'profile',
  'invoice',
  'dialog',
  'article',
  'code',
  'log',
  'figures',
  'agenda',
  'chat',
  'choices',
] as const;
const screensOfKind = 2;
export const screenCount = kinds.length * screensOfKind;

interface Body {
  readonly html: string;
  readonly questions: AskedScreen['questions'];
}

export function askedScreen(index: number): AskedScreen {
  const dice = new Seeded(index * 104_729 + 11);
  const kind = kinds[index % kinds.length] ?? 'profile';
  const isMono = kind === 'code' || kind === 'log';
  const family = isMono
    ? dice.pick(['martian-mono', 'commit-mono', 'b612-mono'])
    : dice.pick(['cabin', 'figtree', 'gelasio', 'zilla-slab', 'hanken-grotesk']);
  const theme = dice.pick(themes);
  const { html, questions } = bodies[kind](dice);
  const style = `${facesOf(family)}*{box-sizing:border-box}body{margin:0;padding:24px;width:880px;background:${theme.paper};color:${theme.ink};font:${dice.between(14, 17)}px/1.6 "${family}","noto-sans"}
h1{font-size:1.6em;margin:0 0 14px}.row{display:flex;justify-content:space-between;padding:5px 0;max-width:520px}.dim{opacity:.75}
table{border-collapse:collapse;width:100%}td,th{padding:6px 12px;text-align:left;border-bottom:1px solid ${theme.accent}55}pre{margin:0;font:inherit}
.columns{display:flex;gap:48px}.columns>div{flex:1}.cards{display:flex;gap:20px}.card{flex:1;background:${theme.soft};padding:14px 18px;border-radius:8px}.big{font-size:1.8em}
.button{display:inline-block;padding:7px 18px;border-radius:6px;margin-right:12px}label{display:flex;gap:10px;align-items:center;padding:5px 0}`;
  const page = `<!doctype html><meta charset="utf-8"><style>${style}</style>${html}`;
  return { kind, html: page, scale: dice.chance(0.3) ? 2 : 1, questions };
}

const names = [
  'Amelia Novak',
  'Jonas Lindqvist',
  'Priya Raman',
  'Tomás Ferreira',
  'Ingrid Vogel',
  'Malik Osei',
];
const money = (dice: Seeded): string =>
  `€${(dice.between(500, 900_000) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const clock = (dice: Seeded): string =>
  `${String(dice.between(8, 19)).padStart(2, '0')}:${dice.pick(['00', '15', '30', '45'])}`;

const bodies: Readonly<Record<(typeof kinds)[number], (dice: Seeded) => Body>> = {
  profile: (dice) => {
    const rows = [
      ['Display name', dice.pick(names)],
      ['Customer number', String(dice.between(100_000, 999_999))],
      ['Plan', dice.pick(['Team', 'Business', 'Starter'])],
      ['Renews on', `${dice.between(1, 28)} October ${dice.between(2025, 2030)}`],
      ['Storage used', `${dice.between(11, 98)} GB of 100 GB`],
    ] as const;
    return {
      html: `<h1>Account</h1>${rows.map(([name, value]) => `<div class="row"><span class="dim">${name}</span><span>${value}</span></div>`).join('')}`,
      questions: () =>
        rows.map(([name, value]) => ({
          ask: `What is the value of “${name}”?`,
          together: [name, value],
        })),
    };
  },
  invoice: (dice) => {
    const items = ['Desk lamp', 'Office chair', 'Monitor arm', 'USB hub', 'Keyboard'].map(
      (item) => ({
        item,
        count: String(dice.between(1, 40)),
        price: money(dice),
      }),
    );
    return {
      html: `<h1>Invoice ${dice.between(1000, 9999)}</h1><table><tr><th>Item</th><th>Quantity</th><th>Price</th></tr>${items.map(({ item, count, price }) => `<tr><td>${item}</td><td>${count}</td><td>${price}</td></tr>`).join('')}</table>`,
      questions: () =>
        items.map(({ item, count, price }, at) =>
          at % 2 === 0
            ? { ask: `What does the ${item} cost?`, together: [item, price] }
            : { ask: `How many of ${item} are on the invoice?`, together: [item, count] },
        ),
    };
  },
  dialog: (dice) => {
    const primary = dice.pick([
      { name: 'red', hex: '#d1242f' },
      { name: 'blue', hex: '#0969da' },
      { name: 'green', hex: '#1a7f37' },
    ]);
    const file = `report-${dice.between(100, 999)}.pdf`;
    const code = `E${dice.between(1000, 9999)}`;
    return {
      html: `<div class="card" style="max-width:520px;margin:20px auto"><h1>Upload failed</h1><p>The file ${file} is larger than ${dice.between(5, 50)} MB.</p><p class="dim">Error code ${code}</p><p style="margin-top:60px"><span class="button" style="background:${primary.hex};color:#fff;width:240px;text-align:center">Try again</span><span class="button">Cancel</span></p></div>`,
      questions: () => [
        { ask: 'What is the dialog about?', together: ['Upload failed'] },
        { ask: 'Which file is too large?', together: [file, 'is larger than'] },
        { ask: 'What is the error code?', together: ['Error code', code] },
        { ask: 'Which button is beside “Cancel”?', together: ['Try again', 'Cancel'] },
        { ask: 'Which colour has the filled button?', together: ['Filled areas', primary.name] },
      ],
    };
  },
  article: (dice) => {
    const words = [
      'harbour',
      'lantern',
      'orchard',
      'meadow',
      'granite',
      'copper',
      'timber',
      'valley',
      'river',
      'market',
      'window',
      'garden',
    ];
    const text = (): string =>
      Array.from(
        { length: 5 },
        () =>
          `The ${dice.pick(words)} beside the ${dice.pick(words)} was painted in ${dice.between(1700, 1999)} and nobody moved it.`,
      ).join(' ');
    const html = `<h1>Town notes</h1><div class="columns"><div>${text()}</div><div>${text()}</div></div>`;
    return {
      html,
      questions: (lines) =>
        [1, 3, 5, 7, 9].map((at) => ({
          ask: `What follows “${lines[at] ?? ''}”?`,
          together: [lines[at] ?? '?', lines[at + 1] ?? '?'],
        })),
    };
  },
  code: (dice) => {
    const limit = dice.between(10, 99);
    const lines = [
      'export function total(items) {',
      '  let sum = 0;',
      '  for (const item of items) {',
      `    if (item.count > ${limit}) continue;`,
      '    sum += item.price * item.count;',
      '  }',
      '  return sum;',
      '}',
    ];
    return {
      html: lines.map((line, at) => `<pre>${at + 1}  ${escaped(line)}</pre>`).join(''),
      questions: () => [
        { ask: 'What is the function called?', together: ['function total(items)'] },
        { ask: 'Above which count is an item left out?', together: [`item.count > ${limit}`] },
        { ask: 'What is on line 7?', together: ['7', 'return sum;'] },
        { ask: 'How is the body of the loop indented?', together: ['5      sum += item.price'] },
        { ask: 'What is returned?', together: ['return sum;'] },
      ],
    };
  },
  log: (dice) => {
    const entries = Array.from({ length: 10 }, () => ({
      at: `${clock(dice)}:${dice.between(10, 59)}`,
      level: dice.pick(['INFO', 'WARN', 'ERROR']),
      id: Array.from({ length: 8 }, () => '0123456789abcdef'[dice.between(0, 15)]).join(''),
      ms: `${dice.between(100, 9999)} ms`,
    }));
    return {
      html: entries
        .map(
          ({ at, level, id, ms }) => `<pre>${at} ${level.padEnd(5)} request ${id} took ${ms}</pre>`,
        )
        .join(''),
      questions: () =>
        entries
          .slice(0, 5)
          .map(({ level, id, ms }, at) =>
            at % 2 === 0
              ? { ask: `How long did request ${id} take?`, together: [id, ms] }
              : { ask: `Which level has request ${id}?`, together: [level, id] },
          ),
    };
  },
  figures: (dice) => {
    const cards = [
      ['Visitors', dice.between(1000, 99_999).toLocaleString('en-US')],
      ['Revenue', money(dice)],
      ['Error rate', `${(dice.between(1, 99) / 10).toFixed(1)} %`],
    ] as const;
    const rows = [
      ['Slowest page', `/${dice.pick(['search', 'checkout', 'reports'])}`],
      ['Largest customer', dice.pick(names)],
    ] as const;
    return {
      html: `<h1>Today</h1><div class="cards">${cards.map(([name, value]) => `<div class="card"><div class="dim">${name}</div><div class="big">${value}</div></div>`).join('')}</div><div style="height:20px"></div>${rows.map(([name, value]) => `<div class="row"><span>${name}</span><span>${value}</span></div>`).join('')}`,
      questions: () =>
        [...cards, ...rows].map(([name, value]) => ({
          ask: `What is “${name}”?`,
          together: [name, value],
        })),
    };
  },
  agenda: (dice) => {
    const events = [
      'Stand-up',
      'Design review',
      'Lunch with the board',
      'Interview',
      'Release call',
    ].map((name) => ({
      name,
      time: clock(dice),
      room: `Room ${dice.between(1, 9)}${dice.pick(['A', 'B', 'C'])}`,
    }));
    return {
      html: `<h1>Thursday, ${dice.between(1, 28)} May</h1>${events.map(({ name, time, room }) => `<div class="row"><span>${time}</span><span>${name}</span><span class="dim">${room}</span></div>`).join('')}`,
      questions: () =>
        events.map(({ name, time, room }, at) =>
          at % 2 === 0
            ? { ask: `When is “${name}”?`, together: [name, time] }
            : { ask: `Where is “${name}”?`, together: [name, room] },
        ),
    };
  },
  chat: (dice) => {
    const said = [
      'The build is green again.',
      'Who changed the parser?',
      'I will look at it after lunch.',
      'Please merge the small one first.',
      'Done, thank you both.',
    ].map((text, at) => ({ text, who: names[(at + dice.between(0, 1)) % names.length] ?? '' }));
    return {
      html: `<h1># releases</h1>${said.map(({ text, who }) => `<div style="padding:6px 0"><div class="dim">${who}</div><div>${text}</div></div>`).join('')}`,
      questions: () =>
        said.map(({ text, who }) => ({ ask: `Who said “${text}”?`, together: [who, text] })),
    };
  },
  choices: (dice) => {
    const options = [
      'Send a weekly summary',
      'Show previews of links',
      'Play a sound',
      'Keep me signed in',
      'Use the beta channel',
    ].map((name) => ({ name, isOn: dice.chance(0.5) }));
    return {
      html: `<h1>Notifications</h1>${options.map(({ name, isOn }) => `<label><input type="checkbox" ${isOn ? 'checked' : ''} style="width:18px;height:18px">${name}</label>`).join('')}`,
      questions: () =>
        options.map(({ name, isOn }) => ({
          ask: `Is “${name}” on?`,
          together: [name, isOn ? ['marked', 'checked', 'on)'] : ['empty', 'unchecked', 'off)']],
        })),
    };
  },
};
