// Draws the pictures in the documents from what the commands really print: `npm run pictures`.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const command = new URL('../packages/percept/bin/percept.js', import.meta.url).pathname;
const output = execFileSync(process.execPath, [command, 'tour'], { encoding: 'utf8' });
const lines = [
  '$ npx percept tour',
  '',
  ...output
    .trimEnd()
    .split('\n')
    .map((line) => shorten(line, 128)),
];
writeFileSync(new URL('../docs/pictures/tour.svg', import.meta.url), terminal(lines));

function shorten(line: string, max: number): string {
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

function terminal(rows: readonly string[]): string {
  const [cell, row, margin] = [7.83, 19, 18];
  const width = Math.ceil(Math.max(...rows.map((line) => line.length)) * cell + 2 * margin);
  const height = rows.length * row + 2 * margin;
  const text = rows.map((line, index) => {
    const y = margin + index * row + 13;
    return `<text x="${margin}" y="${y}" fill="${colourOf(line)}">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="percept tour">
<rect width="100%" height="100%" rx="8" fill="#1b1e28"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13">
${text.join('\n')}
</g>
</svg>
`;
}

function colourOf(line: string): string {
  if (line.startsWith('✓')) return '#8bd49c';
  if (line.startsWith('✗')) return '#f0a3a3';
  return line.startsWith('$') ? '#8ab4f8' : '#d6d9e0';
}

function escaped(line: string): string {
  // Viewers fold plain spaces.
  const kept = line.replaceAll(' ', '\u00a0');
  return kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
