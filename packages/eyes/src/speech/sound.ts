// Sound as the models hear it: one channel, 16 kHz, −1 to 1.

export const hearingRate = 16_000;

export interface Sound {
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  if (channels.length === 1) return first;
  const mono = new Float32Array(first.length);
  for (const channel of channels) {
    for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
  }
  for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) / channels.length;
  return mono;
}

/** Windowed sinc, so that what lies above half the new rate does not fold back into speech. */
export function atHearingRate({ sampleRate, samples }: Sound): Float32Array {
  if (sampleRate === hearingRate) return samples;
  const ratio = sampleRate / hearingRate;
  const cutoff = Math.min(1, 1 / ratio);
  const reach = Math.ceil(16 / cutoff);
  const result = new Float32Array(Math.floor(samples.length / ratio));
  for (let at = 0; at < result.length; at += 1) {
    const centre = at * ratio;
    const from = Math.max(0, Math.ceil(centre - reach));
    const to = Math.min(samples.length - 1, Math.floor(centre + reach));
    let sum = 0;
    let weight = 0;
    for (let source = from; source <= to; source += 1) {
      const distance = source - centre;
      const x = Math.PI * distance * cutoff;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      const tap = (x === 0 ? 1 : Math.sin(x) / x) * window;
      sum += tap * (samples[source] ?? 0);
      weight += tap;
    }
    result[at] = weight === 0 ? 0 : sum / weight;
  }
  return result;
}
