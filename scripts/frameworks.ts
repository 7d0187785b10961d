// The frameworks that docs/frameworks.md has programs for, installed beside the checkout's own packages: they weigh more than all of
// Percept, and nobody needs them to work on it. `npm run frameworks`, once; the system tests find them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages: Readonly<Record<string, string>> = {
  '@ai-sdk/openai': '4.0.114',
  '@anthropic-ai/sdk': '1.8.0',
  '@langchain/anthropic': '1.5.11',
  '@langchain/core': '1.2.13',
  '@langchain/openai': '1.6.0',
  '@llamaindex/core': '0.6.22',
  '@llamaindex/env': '0.1.30',
  '@llamaindex/openai': '0.4.22',
  '@llamaindex/workflow': '1.1.24',
  '@mastra/core': '1.71.0',
  '@openai/agents-core': '0.20.0',
  '@openai/agents-openai': '0.20.0',
  express: '5.3.0',
  fastify: '5.12.8',
  openai: '7.53.0',
  zod: '4.6.7',
};

/** `PERCEPT_FRAMEWORKS` names another folder that holds them in its `node_modules`. */
export const frameworksFolder: string =
  process.env['PERCEPT_FRAMEWORKS'] ??
  fileURLToPath(new URL('../.cache/frameworks', import.meta.url));

/** Why their tests cannot run here, or undefined. */
export function missingFrameworks(): string | undefined {
  const missing = Object.keys(packages).filter(
    (name) => !existsSync(join(frameworksFolder, 'node_modules', name, 'package.json')),
  );
  if (missing.length === 0) return undefined;
  return `npm run frameworks has not installed ${missing.join(', ')}`;
}

if (import.meta.main) {
  mkdirSync(frameworksFolder, { recursive: true });
  const manifest = { private: true, dependencies: packages };
  writeFileSync(join(frameworksFolder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: frameworksFolder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
