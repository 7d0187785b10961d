// The reference of the command: what `--help` prints, of every command, from the command itself.

import { catalogue } from '../../packages/percept/src/cli/catalogue.ts';
import { helpText } from '../../packages/percept/src/cli/help.ts';
import { code, generated } from './markdown.ts';

export async function commandPage(): Promise<string> {
  const sections: string[] = [];
  for (const { name, summary, load } of catalogue) {
    const { help } = await load();
    sections.push(`## percept ${name}\n\n${capital(summary)}.\n\n${code('text', help)}\n`);
  }
  const head = `# The command\n\nWhat the command prints about itself. \`npx percept COMMAND --help\` says the same.\n`;
  return [
    generated('the command’s own help'),
    head,
    `${code('text', helpText())}\n`,
    ...sections,
  ].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
