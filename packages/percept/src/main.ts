// From a command line to an exit code. Nothing heavy is imported here: a command's module loads when it is called.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { catalogue } from './cli/catalogue.ts';
import { FaultError, UsageError, type Environment } from './cli/command.ts';
import { parseCall } from './cli/flags.ts';
import { helpText } from './cli/help.ts';
import { exitCodes, printAnswer, printBug, printFault, printUsage, say } from './cli/print.ts';

export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const interrupt = new AbortController();
  const onSignal = () => {
    // The second one is for whoever does not want to wait.
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const code = await run(argv, systemEnvironment(), interrupt.signal);
    process.exitCode = interrupt.signal.aborted ? exitCodes.interrupted : code;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

async function run(
  argv: readonly string[],
  environment: Environment,
  signal: AbortSignal,
): Promise<number> {
  const [name, ...rest] = argv;
  const json = argv.includes('--json');
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    say(helpText());
    return exitCodes.done;
  }
  if (name === '--version' || name === '-V') {
    say(version());
    return exitCodes.done;
  }
  const listing = catalogue.find((candidate) => candidate.name === name);
  if (!listing) return printUsage(`There is no command ${JSON.stringify(name)}.`, undefined, json);
  try {
    const command = await listing.load();
    const { args, flags } = parseCall(rest, command.options);
    if (flags.on('help')) {
      say(command.help);
      return exitCodes.done;
    }
    const progress = progressLine(process.stderr);
    return printAnswer(await command.run({ args, flags, environment, signal, progress }), json);
  } catch (error) {
    if (error instanceof UsageError) return printUsage(error.message, name, json);
    return error instanceof FaultError ? printFault(error.message, json) : printBug(error, json);
  }
}

function progressLine(stream: NodeJS.WriteStream): (line: string) => void {
  return stream.isTTY ? (line) => stream.write(`\r\u001b[2K${line}`) : () => {};
}

function systemEnvironment(): Environment {
  return {
    variables: process.env,
    platform: process.platform,
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    get stdin() {
      return process.stdin;
    },
  };
}

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const found =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : undefined;
  return typeof found === 'string' ? found : 'unknown';
}
