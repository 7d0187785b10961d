// What the slash commands print. Figures from a provider are billed; every other figure says that it is an estimate.
import { bytesText } from '@percept/core/internal';
import type {
  Appraised,
  ContextUse,
  Conversation,
  ModelFacts,
  Seen,
  SeenSlot,
  SessionFacts,
  Spent,
  Usage,
} from './conversation.ts';
import { commandHelp } from './command.ts';
import { costOf, countText, moneyText, plural } from './figures.ts';
import { badgeText, tokenText, type Measure } from './lines.ts';
import { quiet, span, type Line, type Style } from './style.ts';
import { cutTo, widthOf } from './text-width.ts';
import { wrap } from './wrap.ts';
import { maxShownSessions, maxShownReportChars } from '../limits.ts';

const strong: Style = { bold: true };

export function helpLines(measure: Measure): readonly Line[] {
  const keys: readonly (readonly [string, string])[] = [
    ['Ctrl-V', 'attach the picture or the files that were copied'],
    ['drop, @PATH', 'attach a file; Tab or Enter completes a path'],
    ['Ctrl-J', 'a new line; Enter sends'],
    ['Ctrl-C', 'cancel the answer; twice, leave'],
    ['Ctrl-Z', 'back to the shell; fg brings the chat back'],
    ['Up, Down', 'what was sent before'],
  ];
  return [...table(commandHelp, measure), [], ...table(keys, measure), []];
}

function table(rows: readonly (readonly [string, string])[], { width }: Measure): readonly Line[] {
  const left = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  return rows.flatMap(([name, meaning]) =>
    wrap([span(meaning)], { width, first: [span(`  ${name.padEnd(left)}`, { colour: 'cyan' })] }),
  );
}

export function modelLines(
  models: readonly ModelFacts[],
  now: ModelFacts | undefined,
  { width, marks }: Measure,
): readonly Line[] {
  if (models.length === 0)
    return [[span('No model is configured: local eyes answer. See: percept doctor', quiet)], []];
  return [
    ...models.flatMap(({ name, host, sees, makes }) => {
      const isNow = name === now?.name;
      const sight = sees ? 'sees' : 'does not see: pictures are described';
      const facts = `  ${host}  ${[...makes, sight].join(', ')}`;
      return wrap([span(name, isNow ? strong : undefined), span(facts, quiet)], {
        width,
        first: [span(isNow ? `${marks.dot} ` : '  ', { colour: 'green' })],
        rest: [span('    ')],
      });
    }),
    [],
  ];
}

export interface UsageNow {
  readonly attachments: readonly Appraised[];
  /** Of the request that is out, if one is. */
  readonly asked?:
    | { readonly seen?: Seen | undefined; readonly estimatedTextTokens: number }
    | undefined;
  readonly context?: ContextUse | undefined;
}

export function usageLines(
  conversation: Pick<Conversation, 'usage'>,
  now: UsageNow,
  measure: Measure,
): readonly Line[] {
  const turns = conversation.usage();
  const rows: [string, string][] = [];
  if (now.asked) {
    const pictures = now.asked.seen?.estimatedImageTokens ?? 0;
    const total = pictures + now.asked.estimatedTextTokens;
    rows.push([
      'this turn',
      `about ${countText(total)} tokens in: pictures ${countText(pictures)}, text ${countText(now.asked.estimatedTextTokens)}  (estimate: the provider has not answered yet)`,
    ]);
  }
  const last = turns.at(-1);
  if (last) rows.push(['last turn', usageText(last)]);
  if (turns.length > 0) rows.push([`session (${plural(turns.length, 'turn')})`, totalText(turns)]);
  else if (!now.asked) rows.push(['session', 'nothing was asked yet']);
  rows.push(...rowsByModel(turns));
  if (now.context) {
    const { usedTokens, maxTokens } = now.context;
    const share = Math.round((100 * usedTokens) / maxTokens);
    const words = `${countText(usedTokens)} of ${countText(maxTokens)} tokens (${share} %)`;
    rows.push(['context', words]);
  }
  for (const { attachment, appraisal } of now.attachments) {
    const worth = tokenText(appraisal).trim() || 'nobody can say before the provider does';
    const words = `${worth}  (estimate, not sent yet)${badgeText(appraisal)}`;
    rows.push([cutTo(attachment.name, 24), words]);
  }
  return [[span('Usage', strong)], ...table(rows, measure), []];
}

const purposes: Readonly<Record<Usage['models'][number]['purpose'], string>> = {
  answer: 'answers',
  describe: 'looks',
  summary: 'summaries',
  draw: 'drawings',
  say: 'speech',
};

/** Where helpers were asked: who spent what of the session. */
function rowsByModel(turns: readonly Usage[]): readonly [string, string][] {
  const byModel = Map.groupBy(
    turns.flatMap(({ models }) => models),
    ({ model, purpose }) => `${cutTo(model, 24)} (${purposes[purpose]})`,
  );
  if (byModel.size < 2) return [];
  return [...byModel].map(([name, spent]) => [
    name,
    usageText(sumOf(spent)) + (costOf(spent) === undefined ? '; no price is known' : ''),
  ]);
}

function sumOf(all: readonly Spent[]): Spent {
  const sum = (read: (spent: Spent) => number) =>
    all.reduce((before, spent) => before + read(spent), 0);
  const costUsd = costOf(all);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    requests: sum(({ requests }) => requests),
    source: all.every(({ source }) => source === 'provider') ? 'provider' : 'estimate',
    ...(costUsd !== undefined && { costUsd }),
  };
}

function usageText(usage: Spent, from = sourceText(usage.source)): string {
  const { inputTokens, cachedInputTokens, outputTokens, requests, costUsd } = usage;
  const cached = cachedInputTokens > 0 ? ` (${countText(cachedInputTokens)} cached)` : '';
  // Providers report tokens; what they are worth follows from the configured price.
  const cost = costUsd === undefined ? '' : `; about ${moneyText(costUsd)} at the configured price`;
  return `${countText(inputTokens)} tokens in${cached}, ${countText(outputTokens)} out, ${plural(requests, 'request')}  (${from})${cost}`;
}

function sourceText(source: Usage['source']): string {
  return source === 'provider' ? 'billed by the provider' : 'estimate: the provider said nothing';
}

function totalText(turns: readonly Usage[]): string {
  const billed = turns.filter(({ source }) => source === 'provider').length;
  const total = sumOf(turns);
  if (billed === 0 || billed === turns.length) return usageText(total);
  const from = `partly estimated: ${billed} of ${turns.length} turns billed by the provider`;
  return usageText(total, from);
}

/** The head; each slot is printed with its picture by whoever draws. */
export function seenHead(seen: Seen | undefined, { width }: Measure): readonly Line[] {
  if (!seen)
    return wrap([span('No model has seen anything in this session yet.', quiet)], { width });
  const { model, host, slots, estimatedImageTokens } = seen;
  const facts = `  at ${host}, ${plural(slots.length, 'piece')} of media, about ${countText(estimatedImageTokens)} tokens of pictures (estimate)`;
  const rest = [span('  ')];
  return wrap([span(`What ${model} saw`, strong), span(facts, quiet)], { width, rest });
}

export function slotLines(slot: SeenSlot, at: number, { width, marks }: Measure): readonly Line[] {
  const { picture } = slot;
  const size = picture
    ? `${picture.width}x${picture.height} ${picture.mime.replace('image/', '')}, `
    : '';
  const facts = `  ${size}${bytesText(slot.bytes)}, about ${plural(slot.estimatedTokens, 'token')}`;
  return [
    ...wrap([span(slot.name, strong), span(`  ${actionText(slot)}`), span(facts, quiet)], {
      width,
      first: [span(`${at + 1} `, { colour: 'cyan' })],
      rest: [span('  ')],
    }),
    ...(slot.words === undefined
      ? []
      : wrap([span(slot.words.replaceAll(/\s+/g, ' ').slice(0, maxShownReportChars), quiet)], {
          width,
          first: [span(`  ${marks.bar} `, quiet)],
          rest: [span(`  ${marks.bar} `, quiet)],
        })),
  ];
}

/** What was done with it and where it stands, as the lens reports them. */
function actionText(slot: SeenSlot): string {
  const { action, reason, place } = slot;
  const where = place === 'after-results' ? ', after the results of its turn' : '';
  switch (action) {
    case 'keep':
    case 'retype':
      return `sent ${formText(slot)}${where}`;
    case 'refit':
      return `sent smaller${where}`;
    case 'hoist':
      return 'sent after the results of its turn';
    case 'describe':
      return 'told in words';
    case 'elide':
      return `left out (${reason}): it was seen before`;
    default:
      return `not sent (${reason}): told in words`;
  }
}

function formText({ form, chars }: SeenSlot): string {
  switch (form) {
    case 'drawing':
    case 'pages':
      return 'as it is drawn';
    case 'still':
      return 'as a still';
    case 'text':
    case 'source':
    case 'text-layer':
      return chars && chars.shown < chars.total
        ? `as text, the first ${countText(chars.shown)} of ${countText(chars.total)} characters`
        : 'as text';
    default:
      return 'as it is';
  }
}

const minTitle = 24;

export function sessionLines(
  sessions: readonly SessionFacts[],
  { width }: Measure,
): readonly Line[] {
  if (sessions.length === 0)
    return [[span('There are no sessions of this folder yet.', quiet)], []];
  return [
    ...sessions.slice(0, maxShownSessions).flatMap(({ id, title, updatedAt }) => {
      const time = span(`  ${updatedAt.replace('T', ' ').slice(0, 16)}  `, quiet);
      const words = span(cutTo(title, Math.max(minTitle, width - widthOf(id) - 20)));
      return wrap([span(id, { colour: 'cyan' }), time, words], { width, rest: [span('  ')] });
    }),
    [span('Go on with one: /resume ID', quiet)],
    [],
  ];
}
