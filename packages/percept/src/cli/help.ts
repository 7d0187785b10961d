// What `percept --help` prints.
import { catalogue } from './catalogue.ts';

export function helpText(): string {
  const width = Math.max(...catalogue.map(({ name }) => name.length));
  const lines = catalogue.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `percept: eyes for AI agents

usage: percept                                     a chat in this terminal
       percept -p QUESTION [FILE …]                one answer in plain words
       percept COMMAND [ARGUMENTS] [--json] [--data DIR]

${lines.join('\n')}

options
  --json       print exactly one JSON object on standard output
  --data DIR   where the store is (default: PERCEPT_DATA, or your data folder)
  --trust      for this run, the configuration of this folder may do what it asks for
  --help       this text, or a command's own: percept ingest --help
  --version    the version

exit codes: 0 done · 1 a fault · 2 wrong usage · 3 refused (see "refused" and "hint")
            130 interrupted · 143 terminated
`;
}
