// What the slash commands print. Figures from a provider are billed; every other figure says that it is an estimate.
import type {
  Appraisal,
  Attachment,
  Conversation,
  ModelFacts,
  Seen,
  SeenSlot,
  SessionFacts,
  Usage,
} from './conversation.ts';
import { commandHelp } from './command.ts';
import { bytesText } from '../words.ts';
import { countText, moneyText, plural } from './figures.ts';
import { badgeText, tokenText, type Measure } from './lines.ts';
import { span, type Line, type Style } from './style.ts';
import { cutTo, widthOf } from './text-width.ts';
import { wrap } from './wrap.ts';

const quiet: Style = { dim: true };
const strong: Style = { bold: true };

export function helpLines(measure: Measure): readonly Line[] {
  const keys: readonly (readonly [string, string])[] = [
    ['Ctrl-V', 'attach the picture or the files that were copied'],
    ['drop, @PATH', 'attach a file; Tab completes a path'],
    ['Ctrl-J', 'a new line; Enter sends'],
    ['Ctrl-C', 'cancel the answer; twice, leave'],
    ['Up, Down', 'what was sent before'],
  ];
  return [...table(commandHelp, measure), [], ...table(keys, measure), []];
}

function table(rows: readonly (readonly [string, string])[], { width }: Measure): readonly Line[] {
  const left = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  return rows.flatMap(([name, meaning]) =>
    wrap([span(meaning)], {
      width,
      first: [span(`  ${name.padEnd(left)}`, { colour: 'cyan' })],
      rest: [span(' '.repeat(left + 2))],
    }),
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
    ...models.map(({ name, host, sees }): Line => {
      const isNow = name === now?.name;
      return [
        span(isNow ? `${marks.dot} ` : '  ', { colour: 'green' }),
        span(cutTo(name, width - 30), isNow ? strong : undefined),
        span(
          cutTo(`  ${host}  ${sees ? 'sees' : 'does not see: pictures are described'}`, 60),
          quiet,
        ),
      ];
    }),
    [],
  ];
}

export interface UsageNow {
  readonly attachments: readonly {
    readonly attachment: Attachment;
    readonly appraisal: Appraisal;
  }[];
  /** Of the request that is out, if one is. */
  readonly asked?:
    | { readonly seen?: Seen | undefined; readonly estimatedTextTokens: number }
    | undefined;
  readonly context?: { readonly usedTokens: number; readonly maxTokens: number } | undefined;
}

export function usageLines(
  conversation: Conversation,
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
  if (turns.length > 0)
    rows.push([`session (${plural(turns.length, 'turn')})`, usageText(total(turns))]);
  else if (!now.asked) rows.push(['session', 'nothing was asked yet']);
  if (now.context) {
    const { usedTokens, maxTokens } = now.context;
    const share = Math.round((100 * usedTokens) / maxTokens);
    rows.push([
      'context',
      `${countText(usedTokens)} of ${countText(maxTokens)} tokens (${share} %)`,
    ]);
  }
  for (const { attachment, appraisal } of now.attachments) {
    const worth = tokenText(appraisal).trim() || 'nobody can say before the provider does';
    rows.push([
      cutTo(attachment.name, 24),
      `${worth}  (estimate, not sent yet)${badgeText(appraisal)}`,
    ]);
  }
  return [[span('Usage', strong)], ...table(rows, measure), []];
}

function usageText(usage: Usage): string {
  const { inputTokens, cachedInputTokens, outputTokens, requests, source, costUsd } = usage;
  const cached = cachedInputTokens > 0 ? ` (${countText(cachedInputTokens)} cached)` : '';
  const cost = costUsd === undefined ? '' : `, ${moneyText(costUsd)}`;
  const from =
    source === 'provider' ? 'billed by the provider' : 'estimate: the provider said nothing';
  return `${countText(inputTokens)} tokens in${cached}, ${countText(outputTokens)} out, ${plural(requests, 'request')}${cost}  (${from})`;
}

function total(turns: readonly Usage[]): Usage {
  const sum = (read: (usage: Usage) => number) =>
    turns.reduce((all, usage) => all + read(usage), 0);
  const priced = turns.some(({ costUsd }) => costUsd !== undefined);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    requests: sum(({ requests }) => requests),
    source: turns.every(({ source }) => source === 'provider') ? 'provider' : 'estimate',
    ...(priced && { costUsd: sum(({ costUsd }) => costUsd ?? 0) }),
  };
}

/** The head; each slot is printed with its picture by whoever draws. */
export function seenHead(seen: Seen | undefined): readonly Line[] {
  if (!seen) return [[span('No model has seen anything in this session yet.', quiet)], []];
  const { model, host, slots, estimatedImageTokens } = seen;
  return [
    [
      span(`What ${model} saw`, strong),
      span(
        `  at ${host}, ${plural(slots.length, 'piece')} of media, about ${countText(estimatedImageTokens)} tokens of pictures (estimate)`,
        quiet,
      ),
    ],
  ];
}

export function slotLines(slot: SeenSlot, at: number, { width, marks }: Measure): readonly Line[] {
  const { picture } = slot;
  const size = picture
    ? `${picture.width}x${picture.height} ${picture.mime.replace('image/', '')}, `
    : '';
  const facts = `  ${size}${bytesText(slot.bytes)}, about ${countText(slot.estimatedTokens)} tokens`;
  return [
    ...wrap([span(slot.name, strong), span(`  ${actionText(slot)}`), span(facts, quiet)], {
      width,
      first: [span(`${at + 1} `, { colour: 'cyan' })],
      rest: [span('  ')],
    }),
    ...(slot.words === undefined
      ? []
      : wrap([span(slot.words.replaceAll(/\s+/g, ' ').slice(0, maxWords), quiet)], {
          width,
          first: [span(`  ${marks.bar} `, quiet)],
          rest: [span(`  ${marks.bar} `, quiet)],
        })),
  ];
}

const maxWords = 400;

/** What was done with it and where it stands, as the lens reports them. */
function actionText({ action, reason, place }: SeenSlot): string {
  const where = place === 'after-results' ? ', after the results of its turn' : '';
  switch (action) {
    case 'keep':
    case 'retype':
      return `sent as it is${where}`;
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

export function sessionLines(
  sessions: readonly SessionFacts[],
  { width }: Measure,
): readonly Line[] {
  if (sessions.length === 0)
    return [[span('There are no sessions of this folder yet.', quiet)], []];
  return [
    ...sessions
      .slice(0, 20)
      .map(({ id, title, updatedAt }): Line => [
        span(id, { colour: 'cyan' }),
        span(`  ${updatedAt.replace('T', ' ').slice(0, 16)}  `, quiet),
        span(cutTo(title, Math.max(8, width - widthOf(id) - 22))),
      ]),
    [span('Go on with one: /resume ID', quiet)],
    [],
  ];
}
