// What is written in a document that has no pages before it is drawn: paragraphs, lists and code as lines, a row of a table as cells between
// bars, and a picture as a mark in its place. Runs in the text renderer's thread.
import { accept, type Outcome } from '@percept/core';
import type { SceneNode } from '../takumi/scene.ts';
import type { Words, WordsOrder } from '../text-renderer/order.ts';

export async function readWords({ format, bytes, maxChars }: WordsOrder): Promise<Outcome<Words>> {
  const found = format === 'xlsx' ? await cellsIn(bytes) : await textIn(format, bytes);
  if (!found.ok) return found;
  const { text, pictures } = found.value;
  return accept({ text: text.slice(0, maxChars), chars: text.length, pictures });
}

type Found = Pick<Words, 'text' | 'pictures'>;

async function textIn(
  format: Exclude<WordsOrder['format'], 'xlsx'>,
  bytes: Uint8Array,
): Promise<Outcome<Found>> {
  const { writeDocument } = await import('./write.ts');
  const order = { kind: 'document', format, bytes, theme: 'light', width: 1000 } as const;
  const written = await writeDocument(order);
  return written.ok ? accept(wordsOf(written.value.blocks.map(({ node }) => node))) : written;
}

async function cellsIn(bytes: Uint8Array): Promise<Outcome<Found>> {
  const { openWorkbook } = await import('../office/sheet-page.ts');
  const opened = await openWorkbook(bytes);
  if (!opened.ok) return opened;
  const { book, cuts } = opened.value;
  const sheets = book.sheets.map(({ name, rows }) =>
    [`Sheet ${name}`, ...rows.map((cells) => cells.join(' | '))].join('\n'),
  );
  const notes = cuts.map(({ message }) => message);
  return accept({ text: [...sheets, ...notes].join('\n\n'), pictures: 0 });
}

const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);

/** Without recursion: trees may be deep. */
function wordsOf(nodes: readonly SceneNode[]): Found {
  const lines: string[] = [];
  let [line, cells, pictures] = ['', 0, 0];
  const endLine = (): void => {
    if (cells > 0) line += line === '' || line.endsWith(' ') ? '' : ' ';
    else if (line.trim() !== '') lines.push(line.replace(/[ |]+$/, ''));
    if (cells === 0) line = '';
  };
  const endCell = (): void => {
    cells -= 1;
    line = `${line.trimEnd()} | `;
  };
  const stack: (SceneNode | (() => void))[] = nodes.toReversed();
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (typeof next === 'function') next();
    else if (next.type === 'text') line += next.text;
    else if (next.type === 'image') {
      pictures += 1;
      line += '[picture]';
    } else {
      const { tagName: tag = 'div', children = [] } = next;
      if (tag === 'td' || tag === 'th') {
        cells += 1;
        stack.push(endCell);
      } else if (!inline.has(tag)) {
        endLine();
        stack.push(endLine);
      }
      stack.push(...children.toReversed());
    }
  }
  endLine();
  return { text: lines.join('\n'), pictures };
}
