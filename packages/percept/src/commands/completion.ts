// Completion scripts, made from the catalogue so that they list exactly the commands that exist.
import { catalogue } from '../cli/catalogue.ts';
import { said, UsageError, type Command } from '../cli/command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

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
    const script = scriptFor(shell);
    return said({ shell, script }, script);
  },
};

const flags = ['--json', '--data', '--trust', '--help'];

function scriptFor(shell: Shell): string {
  const names = catalogue.map(({ name }) => name);
  switch (shell) {
    case 'bash':
      return `_percept() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')} --help --version" -- "$current"))
  elif [ "\${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "${flags.join(' ')}" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _percept percept`;
    case 'zsh':
      return `#compdef percept
_percept() {
  local -a commands=(${catalogue.map(({ name, summary }) => `'${name}:${summary}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    _arguments '--json[one JSON object]' '--data[where the store is]:folder:_files -/' '--trust[trust this folder for one run]' '--help[help]' '*:file:_files'
  fi
}
_percept "$@"`;
    case 'fish':
      return catalogue
        .map(
          ({ name, summary }) =>
            `complete -c percept -n __fish_use_subcommand -f -a ${name} -d '${summary}'`,
        )
        .concat(flags.map((flag) => `complete -c percept -l ${flag.slice(2)}`))
        .join('\n');
  }
}
