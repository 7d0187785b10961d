// A run that emits one picture and one sound, and what it told about them.
import { isRecord, readText } from '@percept/core/internal';
import { expect } from 'vitest';
import type { Client } from './openwop-client.ts';

export type Event = Readonly<Record<string, unknown>>;

export async function emit(
  client: Client,
  inputs?: unknown,
): Promise<{ run: string; image: Event; audio: Event }> {
  const run = await client.run('conformance-media-emit', inputs);
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
