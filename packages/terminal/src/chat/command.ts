// The words that begin with a slash, as data: what is typed becomes one of them, or a sentence that says what is wrong.

export type ChatCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'model'; readonly name: string | undefined }
  | { readonly kind: 'usage' }
  | { readonly kind: 'saw' }
  | { readonly kind: 'attach'; readonly path: string }
  | { readonly kind: 'paste' }
  | { readonly kind: 'remove'; readonly which: number | 'all' }
  /** Without a word: the newest thing that the model made. */
  | { readonly kind: 'save' | 'play'; readonly rest: string }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'resume'; readonly id: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'unclear'; readonly message: string };

export const commandHelp: readonly (readonly [call: string, meaning: string])[] = [
  ['/help', 'this text'],
  ['/model [NAME]', 'the models that can be asked, or switch to one'],
  ['/usage', 'tokens and cost: billed by the provider, or estimated and said so'],
  ['/saw', 'what the model saw in the newest request, picture by picture'],
  ['/attach PATH', 'attach a file (also: @PATH, drop it, or Ctrl-V for the clipboard)'],
  ['/paste', 'attach what was copied (Ctrl-V)'],
  ['/remove N|all', 'take an attachment away again'],
  ['/save [NAME] [PATH]', 'write what the model made to a file'],
  ['/play [NAME]', 'play a sound that the model made'],
  ['/sessions', 'earlier sessions of this folder'],
  ['/resume ID', 'go on with one of them'],
  ['/new', 'begin a new session'],
  ['/quit', 'leave (also: Ctrl-C twice, Ctrl-D)'],
];

export const commandNames: readonly string[] = commandHelp.map(
  ([call]) => call.split(' ')[0] ?? call,
);

/** Whether a command says nothing without more words. */
export function needsArgument(name: string): boolean {
  const call = commandHelp.find(([words]) => words.startsWith(`${name} `))?.[0];
  return call !== undefined && !call.includes('[');
}

/** Undefined when the text is no command: an absolute path is one of many things that begin with a slash. */
export function readCommand(text: string): ChatCommand | undefined {
  const found = /^\/([a-z]+)(?:\s+(.*))?$/s.exec(text.trim());
  if (!found) return undefined;
  const [, name = '', argument = ''] = found;
  const rest = argument.trim();
  switch (name) {
    case 'help':
    case 'usage':
    case 'saw':
    case 'paste':
    case 'sessions':
    case 'new':
    case 'quit':
      return rest === '' ? { kind: name } : unclear(`/${name} takes nothing.`);
    case 'exit':
      return { kind: 'quit' };
    case 'model':
      return { kind: 'model', name: rest === '' ? undefined : rest };
    case 'save':
    case 'play':
      return { kind: name, rest };
    case 'attach':
      return rest === '' ? unclear('/attach takes a path.') : { kind: 'attach', path: rest };
    case 'remove':
      if (rest === 'all') return { kind: 'remove', which: 'all' };
      return /^\d{1,4}$/.test(rest)
        ? { kind: 'remove', which: Number(rest) }
        : unclear('/remove takes the number of an attachment, or all.');
    case 'resume':
      return rest === ''
        ? unclear('/resume takes the id of a session: see /sessions.')
        : { kind: 'resume', id: rest };
    default:
      return unclear(`There is no /${name}: see /help.`);
  }
}

function unclear(message: string): ChatCommand {
  return { kind: 'unclear', message };
}
