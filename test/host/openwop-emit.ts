// A run that emits one picture and one sound, and what it told about them.
import { isRecord, readText } from '@percept/core/internal';
import { expect } from 'vitest';
import type { Client } from './openwop-client.ts';
import { usesModels } from './openwop-stage.ts';

export type Event = Readonly<Record<string, unknown>>;

export async function emit(
  client: Client,
  inputs: { readonly soundBytes?: number } = {},
): Promise<{ run: string; image: Event; audio: Event }> {
  // Fixture nodes read the size as a number, models in words.
  const { soundBytes = 1024 } = inputs;
  const prompt = `Make ${soundBytes}.`;
  const run = await client.run('conformance-media-emit', usesModels() ? { prompt } : inputs);
  const done = await client.ended(run);
  expect(done.body['status']).toBe('completed');
  const events = await client.events(run);
  const of = (type: string): Event => {
    const payload = events.find((event) => event['type'] === type)?.['payload'];
    return isRecord(payload) ? payload : {};
  };
  return { run, image: of('media.image'), audio: of('media.audio') };
}

export function urlOf(payload: Event): string {
  return readText(payload['url']) ?? '';
}
