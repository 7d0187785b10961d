// Models that draw and speak, from a configuration file as users write it, against a scripted server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalogue, loadConfig, makersOf } from '@percept/agent/internal';
import { type Makers } from '@percept/agent';
import { unwrap } from '../acp/rig.ts';

/** The wires on which pictures are made, under names that the packages know. */
export const painters = {
  'OpenAI images': (url: string) => ({
    provider: 'openai',
    model: 'gpt-image-1',
    baseUrl: `${url}/v1`,
    apiKey: 'key-of-the-painter',
  }),
  'a server that imitates OpenAI': (url: string) => ({
    provider: 'openai-compatible',
    model: 'sdxl',
    baseUrl: `${url}/v1`,
  }),
  'Gemini generateContent': (url: string) => ({
    provider: 'google',
    model: 'gemini-2.5-flash-image',
    baseUrl: `${url}/v1beta`,
    apiKey: 'key-of-the-painter',
  }),
} as const;

export type Painter = keyof typeof painters;
export const painterNames: readonly Painter[] = [
  'OpenAI images',
  'a server that imitates OpenAI',
  'Gemini generateContent',
];

export const speakers = {
  'OpenAI speech': (url: string) => ({
    provider: 'openai',
    model: 'gpt-4o-mini-tts',
    baseUrl: `${url}/v1`,
    apiKey: 'key-of-the-speaker',
  }),
  'a server that imitates OpenAI': (url: string) => ({
    provider: 'openai-compatible',
    model: 'kokoro',
    baseUrl: `${url}/v1`,
  }),
} as const;

export const imagePrice = { usdPerImage: 0.04 } as const;
export const speechPrice = { usdPerMillionCharacters: 15 } as const;

/** `isConsented` is what the host would be if it were not on this machine. */
export async function makersFrom(config: object, isConsented = true): Promise<Makers> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-makers-'));
  try {
    const path = join(folder, 'percept.config.json');
    await writeFile(path, JSON.stringify({ discovery: false, ...config }));
    const env = { PERCEPT_CONFIG: path };
    const loaded = unwrap(await loadConfig({ cwd: folder, env, home: folder }));
    const { image, speech } = makersOf(unwrap(buildCatalogue(loaded)), loaded.consent);
    return {
      ...(image && { image: { ...image, isConsented } }),
      ...(speech && { speech: { ...speech, isConsented } }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
