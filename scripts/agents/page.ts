// The page that says what was measured: one row for each agent and wire, one column for each state of a picture.
import { caseNames, type CaseName } from './cases.ts';
import { drivers, notRun } from './drivers.ts';
import { ways, type Outcome, type Way } from './run.ts';

/** From worst to best. */
const ranks = ['no-result', 'refused', 'nothing', 'document', 'sees'] as const;

export function isWorse(bare: Outcome, other: Outcome): boolean {
  if (ranks.indexOf(other.verdict) < ranks.indexOf(bare.verdict)) return true;
  return bare.verdict === 'sees' && bare.size !== other.size && pixels(other) < pixels(bare);
}

function pixels({ size }: Outcome): number {
  const [width = 0, height = 0] = (size ?? '').split('×').map(Number);
  return width * height;
}

const words: Readonly<Record<Outcome['verdict'], string>> = {
  sees: 'sees',
  document: 'document',
  nothing: 'blind',
  refused: 'refused',
  'no-result': '–',
};

function cell(outcomes: readonly Outcome[], agent: string, way: Way, name: CaseName): string {
  const found = outcomes.find((one) => one.agent === agent && one.way === way && one.case === name);
  if (!found) return '';
  const { verdict, size, why, images, late } = found;
  if (late === true && verdict === 'no-result') return 'too slow';
  const facts = verdict === 'sees' ? (name === 'six' ? ` ${images}` : ` ${size}`) : '';
  return `${words[verdict]}${facts}${why !== undefined && verdict === 'refused' ? ` (${why})` : ''}`;
}

export function pageOf(outcomes: readonly Outcome[]): string {
  const known = drivers.filter(({ name }) => outcomes.some(({ agent }) => agent === name));
  const rows = known.flatMap((driver) =>
    ways
      .filter((way) => outcomes.some((one) => one.agent === driver.name && one.way === way))
      .map((way) => {
        const cells = caseNames.map((name) => cell(outcomes, driver.name, way, name));
        const version = driver.version ?? driver.packages[0]?.split('@').at(-1) ?? '';
        const who = way === 'bare' ? `${driver.name} (${version}, ${driver.model})` : '';
        return `| ${[who, way, ...cells].join(' | ')} |`;
      }),
  );
  const worse = outcomes.filter((other) => {
    const bare = outcomes.find(
      (one) => one.way === 'bare' && one.agent === other.agent && one.case === other.case,
    );
    return other.way !== 'bare' && bare !== undefined && isWorse(bare, other);
  });
  const silent = known.filter((driver) =>
    outcomes.every(({ agent, verdict }) => agent !== driver.name || verdict === 'no-result'),
  );
  return [
    '# Real agents, bare and through Percept',
    '',
    'Written by `npm run agents`. Each agent is installed from npm, started as its users start it, and asked about a picture in its',
    'folder, on loopback only. The server behind it asks for the agent’s own tool, refuses what providers refuse, and names the',
    'colours that it can decode from a slot for pictures. `bare`: straight to that server. `gateway`: through `percept serve`.',
    '`look-in`: with `--look-in` and its folder.',
    '',
    '`sees W×H`: the pixels arrived, at that size. `document`: a file, or pages of it, in a slot for them. `blind`: accepted, and no',
    'pixels (for `svg` that is its source as text). `refused`: the provider’s 400. `–`: no request with a result came. `too slow`: ended by the',
    'clock first, so that nothing is known. An empty cell was not run. LangChain and the rows after it are programs of a few lines with one',
    'tool that gives a picture back as their SDK offers it (scripts/agents/programs.ts).',
    '',
    `| agent | way | ${caseNames.join(' | ')} |`,
    `| --- | --- | ${caseNames.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
    worse.length === 0
      ? 'No row is worse through Percept than bare.'
      : `Worse through Percept: ${worse.map(({ agent, way, case: name, late }) => `${agent}, ${way}, ${name}${late === true ? ' (ended by the clock; not measured to its end)' : ''}`).join('; ')}.`,
    '',
    '## Not run',
    '',
    ...notRun.map(([name, why]) => `- ${name}: ${why}.`),
    ...drivers
      .filter((driver) => !known.includes(driver))
      .map(
        (driver) => `- ${driver.name}: was not installed, or not asked for, when this was written.`,
      ),
    ...silent.map((driver) => `- ${driver.name}: started, and sent no request with a result here.`),
    '',
  ].join('\n');
}
