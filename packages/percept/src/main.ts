// From a command line to an exit code. Nothing heavy is imported here: a command's module loads when it is called.
import { existsSync } from 'node:fs';
import { printable } from '@percept/core/internal';
import { catalogue } from './cli/catalogue.ts';
import { FaultError, RefusalError, UsageError, type Environment } from './cli/command.ts';
import { asksForJson, parseCall } from './cli/flags.ts';
import { helpText } from './cli/help.ts';
import { homeDirectory } from './cli/home-directory.ts';
import { endings, Interrupt, type Ending } from './cli/interrupt.ts';
import { nearest } from './cli/nearest.ts';
import { ownVersion } from './cli/own-version.ts';
import {
  exitCodes,
  OutputError,
  printAnswer,
  printBug,
  printFault,
  printLostOutput,
  printUsage,
  say,
} from './cli/print.ts';
import { foldHelp, lineWidth } from './cli/wrap-words.ts';

export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const interrupt = new Interrupt();
  const onSignal = (signal: Ending) => interrupt.hear(signal);
  for (const signal of endings) process.on(signal, onSignal);
  try {
    const code = await run(argv, systemEnvironment(), interrupt);
    process.exitCode = interrupt.exitCode ?? code;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    process.exitCode = printLostOutput(error);
  } finally {
    for (const signal of endings) process.off(signal, onSignal);
  }
}

async function run(
  argv: readonly string[],
  environment: Environment,
  interrupt: Interrupt,
): Promise<number> {
  const [name, ...rest] = callOf(argv);
  // `percept help view`, as people type it.
  if (name === 'help' && rest[0] !== undefined && !rest[0].startsWith('-'))
    return run([rest[0], '--help', ...rest.slice(1)], environment, interrupt);
  if (name === '--help' || name === '-h' || name === 'help')
    return tellAbout('help', helpText(), asksForJson(rest));
  if (name === '--version' || name === '-V')
    return tellAbout('version', ownVersion(), asksForJson(rest));
  const listing = catalogue.find((candidate) => candidate.name === name);
  if (!listing) return printUsage(noCommand(name), undefined, asksForJson(rest));
  let json = asksForJson(rest);
  try {
    const command = await listing.load();
    json = asksForJson(rest, command.options);
    const { args, flags } = parseCall(rest, command.options);
    if (flags.on('help')) return tellAbout('help', command.help, json);
    const progress = progressLine(process.stderr);
    const running = command.run({
      args,
      flags,
      environment: flags.on('trust') ? trusting(environment) : environment,
      get signal() {
        return interrupt.heed();
      },
      progress,
    });
    return printAnswer(await running.finally(() => progress('')), json);
  } catch (error) {
    if (error instanceof OutputError) throw error;
    if (error instanceof RefusalError)
      return printAnswer({ kind: 'refused', refusal: error.refusal }, json);
    if (error instanceof UsageError) return printUsage(error.message, name, json);
    if (isFullDisk(error)) return printFault(fullDisk, json);
    return error instanceof FaultError ? printFault(error.message, json) : printBug(error, json);
  }
}

/** `--trust` is `PERCEPT_TRUST=1` for this one run. */
function trusting(environment: Environment): Environment {
  return {
    variables: { ...environment.variables, PERCEPT_TRUST: '1' },
    platform: environment.platform,
    workingDirectory: environment.workingDirectory,
    get homeDirectory() {
      return environment.homeDirectory;
    },
    get stdin() {
      return environment.stdin;
    },
  };
}

function noCommand(name: string): string {
  const meant = nearest(
    name,
    catalogue.map((listing) => listing.name),
  );
  const fix = meant === undefined ? fileFix(name) : ` Did you mean ${meant}?`;
  return `There is no command ${JSON.stringify(name)}.${fix}`;
}

/** Who names a file alone wants to see it, or to ask about it. */
function fileFix(name: string): string {
  if (!existsSync(name)) return '';
  return ' It is a file: percept view FILE shows it, percept describe FILE reads it, and percept -p QUESTION FILE asks about it.';
}

/** Without a command it is the chat. */
function callOf(argv: readonly string[]): readonly [string, ...string[]] {
  const [name, ...rest] = argv;
  const isOption = name?.startsWith('-') && !['--help', '-h', '--version', '-V'].includes(name);
  return name === undefined || isOption ? ['chat', ...argv] : [name, ...rest];
}

function tellAbout(what: 'help' | 'version', text: string, json: boolean): number {
  say(json ? JSON.stringify({ [what]: text }) : foldHelp(text, lineWidth(process.stdout)));
  return exitCodes.done;
}

function progressLine(stream: NodeJS.WriteStream): (line: string) => void {
  let standing = '';
  return (line) => {
    if (stream.isTTY && line !== standing) stream.write(`\r\u001b[2K${printable(line, 500)}`);
    standing = line;
  };
}

function systemEnvironment(): Environment {
  return {
    variables: process.env,
    platform: process.platform,
    workingDirectory: process.cwd(),
    get homeDirectory() {
      return homeDirectory();
    },
    get stdin() {
      return process.stdin;
    },
  };
}

const fullDisk =
  'The disk is full. Nothing that was stored is lost: free some space where the data folder is (percept gc collects what no session uses), and try again.';

const sqliteFull = 13;

function isFullDisk(error: unknown): boolean {
  for (
    let found: unknown = error;
    typeof found === 'object' && found !== null;
    found = Reflect.get(found, 'cause')
  ) {
    const code: unknown = Reflect.get(found, 'code');
    const result: unknown = Reflect.get(found, 'errcode');
    if (code === 'ENOSPC' || code === 'EDQUOT') return true;
    if (typeof result === 'number' && (result & 0xff) === sqliteFull) return true;
  }
  return false;
}
