// Completion scripts, made from the catalogue so that they list exactly the commands and options that exist.
import { catalogue } from '../cli/catalogue.ts';
import { said, UsageError, type Command } from '../cli/command.ts';
import { sharedFlags } from '../cli/flags.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completion: Command = {
  help: `usage: percept completion bash|zsh|fish

Prints a completion script. To use it:
  bash   percept completion bash > ~/.local/share/bash-completion/completions/percept
  zsh    percept completion zsh > "\${fpath[1]}/_percept"
  fish   percept completion fish > ~/.config/fish/completions/percept.fish`,
  options: {},
  run: async ({ args }) => {
    const shell = shells.find((candidate) => candidate === args[0]);
    if (!shell || args.length > 1) throw new UsageError(`Name one shell: ${shells.join(', ')}.`);
    const script = scripts[shell](await listed());
    return said({ shell, script }, script);
  },
};

interface Listed {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly { readonly name: string; readonly takesValue: boolean }[];
}

async function listed(): Promise<readonly Listed[]> {
  return Promise.all(
    catalogue.map(async ({ name, summary, load }) => {
      const { options } = await load();
      const flags = Object.entries({ ...options, ...sharedFlags });
      return {
        name,
        summary,
        flags: flags.map(([flag, { type }]) => ({ name: flag, takesValue: type === 'string' })),
      };
    }),
  );
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Without a command it is the chat, and its options stand first. */
const alone = 'chat';

function bashScript(commands: readonly Listed[]): string {
  const spelled = ({ flags }: Listed) => flags.map(({ name }) => `--${name}`).join(' ');
  const cases = commands.map((command) => `    ${command.name}) flags="${spelled(command)}" ;;`);
  const own = commands.filter(({ name }) => name === alone).map(spelled);
  return `_percept() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local flags="${own.join(' ')}"
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "\${current#-}" != "$current" ]; then
    [ "$COMP_CWORD" -eq 1 ] && flags="$flags --version"
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _percept percept`;
}

function zshScript(commands: readonly Listed[]): string {
  const spelled = ({ flags }: Listed) =>
    flags
      .map(({ name, takesValue }) => `'--${name}${takesValue ? `=:${name}:_files` : ''}'`)
      .join(' ');
  const cases = commands.map(
    (command) => `    ${command.name}) _arguments ${spelled(command)} '*:file:_files' ;;`,
  );
  return `#compdef percept
_percept() {
  local -a commands=(${commands.map(({ name, summary }) => `'${name}:${summary}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
_percept "$@"`;
}

function fishScript(commands: readonly Listed[]): string {
  return commands
    .flatMap(({ name, summary, flags }) => [
      `complete -c percept -n __fish_use_subcommand -f -a ${name} -d '${summary}'`,
      ...flags.map(
        (flag) =>
          `complete -c percept -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${flag.takesValue ? ' -r' : ''}`,
      ),
    ])
    .join('\n');
}
