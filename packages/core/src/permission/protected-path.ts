// Files that run code or say what is trusted. Leave to change one is given each time, and never by an answer that was given
// for something else.

/** Folders: whatever is below them. Compared without case, because some file systems do. */
const folders: ReadonlySet<string> = new Set(
  (
    '.git .githooks .husky .ssh .gnupg .aws .kube .docker .config .local .vscode .idea .zed ' +
    '.cursor .fleet .vim .nvim .emacs.d .claude .codex .gemini .qwen .opencode .devcontainer ' +
    '.direnv .percept'
  ).split(' '),
);

const files: ReadonlySet<string> = new Set(
  (
    '.gitconfig .gitmodules .gitattributes .bashrc .bash_profile .bash_login .bash_logout ' +
    '.bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc ' +
    '.login .inputrc .xinitrc .xprofile .xsession .pam_environment .envrc .env .tmux.conf ' +
    '.screenrc .vimrc .gvimrc .exrc .nvimrc .nvim.lua .ideavimrc .emacs .dir-locals.el .npmrc ' +
    '.yarnrc .yarnrc.yml .pypirc .netrc .curlrc .wgetrc .gdbinit .lldbinit .mcp.json ' +
    '.pre-commit-config.yaml lefthook.yml microsoft.powershell_profile.ps1 profile.ps1'
  ).split(' '),
);

const ownConfiguration = /^percept\.config\./;
/** In the user's own folder of settings, wherever that is. */
const ownSettings = /^(?:trust\.json|config\.\w+)$/;
/** Hooks of a bare repository, or of one whose folder has another name. */
const hook =
  /^(?:applypatch-msg|pre-applypatch|post-applypatch|pre-commit|pre-merge-commit|prepare-commit-msg|commit-msg|post-commit|pre-rebase|post-checkout|post-merge|pre-push|pre-receive|update|post-receive|post-update|push-to-checkout|pre-auto-gc|post-rewrite|fsmonitor-watchman)(?:\.sample)?$/;

/** @example isProtected('/project/.git/hooks/pre-commit') // true */
export function isProtected(path: string): boolean {
  const parts = path
    // Some file systems take no notice of case and of characters without a width; Windows of dots and blanks at the end of a
    // name and of what follows a colon, and it knows `.git` by a short name too.
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) =>
      part
        .replace(/:.*$/, '')
        .replace(/[. ]+$/, '')
        .replace(/^git~\d$/, '.git'),
    );
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((part) => folders.has(part))) return true;
  if (name === '.git' || files.has(name) || ownConfiguration.test(name)) return true;
  if (parts.at(-2) === 'percept' && ownSettings.test(name)) return true;
  return parts.at(-2) === 'hooks' && hook.test(name);
}
