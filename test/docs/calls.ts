// Every call of the command in the documents: in blocks for a shell, in indented code, in code between words. Each is parsed by
// the options that the command itself declares.
import { catalogue } from '../../packages/percept/src/cli/catalogue.ts';
import { UsageError } from '../../packages/percept/src/cli/command.ts';
import { parseCall } from '../../packages/percept/src/cli/flags.ts';
import { blocksOf, type Document } from './markdown-files.ts';

export interface Call {
  /** Behind `percept`. */
  readonly words: readonly string[];
  /** Between words of a sentence an option may stand without its value. */
  readonly isWhole: boolean;
}

export function callsIn(document: Document): readonly Call[] {
  const shell = blocksOf(document)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
  const prose = document.text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const indented = [...prose.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);
  const inline = [...prose.matchAll(/`((?:npx )?percept [^`\n:]+)`/g)].map(([, code = '']) => code);
  const lines = [...shell, ...indented].flatMap((text) =>
    text
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .flatMap((line) => line.replace(/(?:^|\s)#\s.*$/, '').split(/\s(?:\||&&|&)(?:\s|$)/)),
  );
  return [
    ...lines.flatMap((line) => callOf(line, true)),
    ...inline.flatMap((line) => callOf(line, false)),
  ];
}

function callOf(line: string, isWhole: boolean): readonly Call[] {
  const words = wordsOf(line);
  const at = words.findIndex((word) => !/^(?:\w+=.*|npx|export)$/.test(word));
  return words[at] === 'percept' ? [{ words: words.slice(at + 1), isWhole }] : [];
}

/** Words as a shell splits them: quotes hold together what stands between them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/** What is wrong with a call; undefined where nothing is. */
export async function objectionTo({ words, isWhole }: Call): Promise<string | undefined> {
  const [first = '', ...rest] = words;
  if (first === 'help') return objectionTo({ words: [...rest, '--help'], isWhole });
  if (['--help', '--version', 'COMMAND'].includes(first)) return undefined;
  const isChat = first === '' || first.startsWith('-');
  const listing = catalogue.find(({ name }) => name === (isChat ? 'chat' : first));
  if (listing === undefined) return `percept ${words.join(' ')}: there is no such command`;
  const { options } = await listing.load();
  try {
    parseCall(isChat ? words : rest, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isCut = !isWhole && /argument (?:is )?(?:missing|ambiguous)/.test(error.message);
    return isCut ? undefined : `percept ${words.join(' ')}: ${error.message}`;
  }
}
