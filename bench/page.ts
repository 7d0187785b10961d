// docs/benchmarks.md: what every benchmark printed, with the day, the machine and the commit of each. Nothing in it is typed by
// hand. Results are kept one by one, so that a run that was cut off goes on where it was.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface BenchRun {
  /** Where the scripts are, one for each benchmark. */
  readonly scripts: string;
  /** Where results are kept between runs. */
  readonly results: string;
  readonly names: readonly string[];
  /** Results of another commit are measured again. */
  readonly commit: string;
  readonly machine: string;
  readonly day: string;
  readonly timeoutMs: number;
  readonly say: (line: string) => void;
}

interface Result {
  readonly name: string;
  readonly text: string;
  /** Why there are no figures. */
  readonly failure?: string;
}

/** Measures what has no result yet at this commit, and returns the page. */
export function measureAll(run: BenchRun): string {
  mkdirSync(run.results, { recursive: true });
  const results = run.names.map((name) => known(run, name) ?? measure(run, name));
  return pageOf(results);
}

function known({ results, commit }: BenchRun, name: string): Result | undefined {
  const file = join(results, `${name}-${commit}.md`);
  return existsSync(file) ? { name, text: readFileSync(file, 'utf8') } : undefined;
}

function measure(run: BenchRun, name: string): Result {
  run.say(`# ${name}`);
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(run.scripts, `${name}.ts`)],
    {
      encoding: 'utf8',
      timeout: run.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 16_000_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  if (status !== 0) {
    const lines = (stderr.trim() || stdout.trim()).split('\n');
    const lastWords = lines.findLast((line) => /^\w*Error: /.test(line)) ?? lines.at(-1) ?? '';
    const failure =
      signal === null
        ? `It ended with ${status}. ${stripVTControlCharacters(lastWords).slice(0, 200)}`.trim()
        : `It was stopped after ${Math.round(run.timeoutMs / 1000)} s.`;
    run.say(failure);
    return { name, text: '', failure };
  }
  const printed = stripVTControlCharacters(stdout).trim();
  const text = `${run.day}, ${run.machine}, commit ${run.commit}.\n\n${blockOf(printed)}\n`;
  writeFileSync(join(run.results, `${name}-${run.commit}.md`), text);
  return { name, text };
}

/** What is a Markdown table already stays one. */
function blockOf(printed: string): string {
  if (/^\|/m.test(printed)) return printed;
  return `~~~text\n${printed}\n~~~`;
}

function pageOf(results: readonly Result[]): string {
  const sections = results.map(
    ({ name, text, failure }) =>
      `## ${name}\n\n\`npm run bench -- ${name}\`. ${failure === undefined ? text : `No figures: ${failure}\n`}`,
  );
  return [
    '# Benchmarks',
    'Written by `npm run bench`. Only figures of one table can be compared: they were measured side by side, in one run.',
    ...sections,
  ].join('\n\n');
}
