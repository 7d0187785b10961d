// How often each way got pixels or a document to the model, counted from the table that `npm run agents` wrote.

import { table } from './markdown.ts';

const ways = ['bare', 'gateway', 'look-in'] as const;

export function agentsSummary(page: string): string {
  const seen = new Map<string, Map<string, string>>();
  let agent = '';
  for (const line of page.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [name = '', way = '', ...results] = cells;
    if (!ways.some((known) => known === way)) continue;
    agent = name === '' ? agent : name;
    const ran = results.filter((result) => result !== '');
    const arrived = ran.filter((result) => /^(?:sees|document)/.test(result)).length;
    const counts = seen.get(agent) ?? new Map<string, string>();
    seen.set(agent, counts.set(way, `${arrived}/${ran.length}`));
  }
  if (seen.size === 0) throw new Error('docs/agents.md has no table of agents');
  const rows = [...seen].map(([name, counts]) => [
    name,
    ...ways.map((way) => counts.get(way) ?? ''),
  ]);
  return `${table(['agent', 'bare', 'through the gateway', '`--look-in`'], rows)}\n`;
}
