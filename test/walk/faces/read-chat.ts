// One turn of the chat, read from the lines that stand in the terminal: `▸` what was attached, `›` what was said, `·` in red
// what was refused, the table of /usage, and behind /saw the pictures themselves, by the colour of their cells.
import type { MirrorLine } from '../../chat/mirror.ts';
import type { Told } from '../face.ts';
import { markOf, type Medium } from '../media.ts';

const red = 1;

export function readTurn(
  lines: readonly MirrorLine[],
  asked: string,
  attach: readonly Medium[],
): Told {
  const at = (from: number, words: RegExp): number => {
    const found = lines.findIndex(({ text }, row) => row >= from && words.test(text));
    return found === -1 ? lines.length : found;
  };
  const prompt = lines.findIndex(({ text }) => text === `› ${asked}`);
  const saw = at(prompt, /^(What .* saw|No model has seen)/);
  const usage = at(saw, /^Usage$/);
  const turn = lines.slice(prompt + 1, saw);
  const refusals = refusalsIn(lines.slice(0, prompt));
  const taken = textOf(lines.slice(0, prompt));
  const end = endOf(turn);
  return {
    end,
    events: [textOf(lines.slice(0, usage))],
    // A message that was not sent is no turn: the last one on the bill is one before it.
    usage: end === 'refused' ? undefined : usageIn(textOf(lines.slice(usage))),
    refused: attach
      .filter(({ name }) => !new RegExp(`^▸ \\[[^\\]]*?(\\d+-)?${name}\\]`, 'm').test(taken))
      .map(({ name }) => ({
        name,
        words: refusals.find((words) => words.includes(name)) ?? '',
      })),
    saw: picturesIn(lines.slice(saw, usage)),
  };
}

function textOf(lines: readonly MirrorLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** Each with the lines that it goes on in. */
function refusalsIn(lines: readonly MirrorLine[]): readonly string[] {
  const refusals: string[] = [];
  let isOpen = false;
  for (const { text, colourAt } of lines) {
    const isFirst = text.startsWith('· ') && colourAt(0) === red;
    isOpen = isFirst || (isOpen && text.startsWith('  '));
    if (isFirst) refusals.push(text.slice(2));
    else if (isOpen) refusals.push(`${refusals.pop()} ${text.trim()}`);
  }
  return refusals;
}

function endOf(turn: readonly MirrorLine[]): Told['end'] {
  if (turn.some(({ text }) => text.startsWith('· Cancelled.'))) return 'cancelled';
  if (refusalsIn(turn).some((words) => words.includes('no route for'))) return 'refused';
  const isFailed =
    refusalsIn(turn).length > 0 || turn.some(({ text }) => text.startsWith('· The turn'));
  return isFailed ? 'failed' : 'answered';
}

/** As /usage says it. */
function usageIn(table: string): Told['usage'] {
  const words = table.replaceAll(/\s+/g, ' ');
  const found =
    /last turn ([\d,]+) tokens in(?: \([\d,]+ cached\))?, ([\d,]+) out, ([\d,]+) requests?(?: \([^)]*\)(?:; about \$([\d.]+))?)?/.exec(
      words,
    );
  if (!found) return undefined;
  const [inputTokens = 0, outputTokens = 0, requests] = found
    .slice(1, 4)
    .map((figure) => Number(figure.replaceAll(',', '')));
  const costUsd = found[4] === undefined ? undefined : Number(found[4]);
  return { inputTokens, outputTokens, requests, costUsd };
}

/** Marks of the pictures that are drawn there. */
function picturesIn(lines: readonly MirrorLine[]): readonly (number | undefined)[] {
  const pictures: (readonly MirrorLine[])[] = [];
  for (const [row, line] of lines.entries()) {
    if (!line.text.startsWith('▀')) continue;
    if (lines[row - 1]?.text.startsWith('▀')) pictures.push([...(pictures.pop() ?? []), line]);
    else pictures.push([line]);
  }
  return pictures.map((rows) => {
    const line = rows[Math.floor(rows.length / 2)];
    const colour = line?.colourAt(Math.floor(line.text.length / 2));
    return typeof colour === 'object' ? markOf(colour) : undefined;
  });
}
