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
  /** What each is started with: less of the same, where all of it would take too long. */
  readonly argumentsOf?: (name: string) => readonly string[];
  /** Results of another commit are measured again. */
  readonly commit: string;
  readonly machine: string;
  readonly day: string;
  readonly timeoutMs: number;
  /** For all of them together: each gets a share of what is left, and what is not reached is measured by the next run. */
  readonly totalMs?: number;
  readonly say: (line: string) => void;
}

interface Result {
  /** With its arguments, as somebody would repeat it. */
  readonly command: string;
  readonly name: string;
  readonly text: string;
  /** Why there are no figures. */
  readonly failure?: string;
}

/** Measures what has no result yet at this commit, and returns the page. */
export function measureAll(run: BenchRun): string {
  mkdirSync(run.results, { recursive: true });
  const until = performance.now() + (run.totalMs ?? Infinity);
  const results = run.names.map((name, at) => {
    const share = shareOf(until - performance.now(), run.names.length - at);
    return known(run, name) ?? measure({ ...run, timeoutMs: Math.min(run.timeoutMs, share) }, name);
  });
  return pageOf(results);
}

/** Most need less than their part of the time, so one may take that of three. */
function shareOf(leftMs: number, names: number): number {
  return Math.max(0, leftMs / Math.max(1, names / 3));
}

function known(run: BenchRun, name: string): Result | undefined {
  const file = resultFile(run, name);
  const command = commandOf(run, name);
  return existsSync(file) ? { command, name, text: readFileSync(file, 'utf8') } : undefined;
}

/** Less of a benchmark is another result than all of it. */
function resultFile(run: BenchRun, name: string): string {
  const parts = [...commandOf(run, name).split(' '), run.commit];
  return join(run.results, `${parts.join('-').replaceAll(/[^\w.-]/g, '_')}.md`);
}

function commandOf({ argumentsOf }: BenchRun, name: string): string {
  return [name, ...(argumentsOf?.(name) ?? [])].join(' ');
}

function measure(run: BenchRun, name: string): Result {
  const command = commandOf(run, name);
  if (run.timeoutMs < 1) return { command, name, text: '', failure: 'No time was left for it.' };
  run.say(`# ${command}`);
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(run.scripts, `${name}.ts`), ...(run.argumentsOf?.(name) ?? [])],
    {
      encoding: 'utf8',
      timeout: Math.ceil(run.timeoutMs),
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
    return { command, name, text: '', failure };
  }
  const printed = stripVTControlCharacters(stdout).trim();
  const text = `${run.day}, ${run.machine}, commit ${run.commit}.\n\n${blockOf(printed)}\n`;
  writeFileSync(resultFile(run, name), text);
  return { command, name, text };
}

/** What is a Markdown table already stays one; nothing in it is read as a tag by whoever shows the page. */
function blockOf(printed: string): string {
  if (/^\|/m.test(printed)) return printed.replaceAll('<', '&lt;');
  return `~~~text\n${printed}\n~~~`;
}

function pageOf(results: readonly Result[]): string {
  const sections = results.map(
    ({ command, name, text, failure }) =>
      `## ${name}\n\n\`npm run bench -- ${command}\`. ${failure === undefined ? text : `No figures: ${failure}\n`}`,
  );
  return [
    '# Benchmarks',
    'Written by `npm run bench`. Only figures of one table can be compared: they were measured side by side, in one run.',
    ...sections,
  ].join('\n\n');
}
