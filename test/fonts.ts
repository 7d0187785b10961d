// The fonts that tests draw with, all of them from npm packages: a picture looks the same on a machine that has no font at all.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = [
  'dejavu-fonts-ttf',
  '@embedpdf/fonts-latin',
  '@expo-google-fonts/arimo',
  '@expo-google-fonts/cousine',
  '@expo-google-fonts/jetbrains-mono',
  '@expo-google-fonts/sawarabi-gothic',
  '@expo-google-fonts/tinos',
];

/** What a picture asks for when it names no font of these. */
const generic = [
  ['sans-serif', 'DejaVu Sans'],
  ['serif', 'DejaVu Serif'],
  ['monospace', 'DejaVu Sans Mono'],
] as const;

/** A fontconfig file that knows these fonts and no other; `FONTCONFIG_FILE` names it to whatever draws. */
export function fontsFile(): string {
  const folder = inModules('.cache/percept');
  const file = join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  // Several runs may start at once; each of them finds a whole file.
  writeFileSync(`${file}.${process.pid}`, fontsConf(join(folder, 'fontconfig')));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

function inModules(path: string): string {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}

function fontsConf(cache: string): string {
  const folders = packages.map((name) => inModules(name));
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${cache}</cachedir>
${generic.map(([family, font]) => `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`).join('\n')}
</fontconfig>
`;
}
