// The shape of a sound: its peaks, and how they are drawn.

const bars = 90;

/** One peak for each bar, from 0 to 1; undefined for what the browser cannot decode. */
export async function peaksOf(bytes: ArrayBuffer): Promise<readonly number[] | undefined> {
  try {
    const sound = await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    const span = Math.max(1, Math.floor(samples.length / bars));
    const step = Math.max(1, Math.floor(span / 200));
    return Array.from({ length: bars }, (_, bar) => {
      let peak = 0;
      for (let at = bar * span; at < (bar + 1) * span; at += step)
        peak = Math.max(peak, Math.abs(samples[at] ?? 0));
      return Math.min(1, peak);
    });
  } catch {
    return undefined;
  }
}

/** What has been heard, from 0 to 1, is drawn in full strength. */
export function drawWaveform(
  canvas: HTMLCanvasElement,
  peaks: readonly number[],
  heard: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  const step = width / bars;
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  for (let bar = 0; bar < bars; bar++) {
    const tall = Math.max(4, (peaks[bar] ?? 0) * height);
    context.globalAlpha = bar / bars < heard ? 1 : 0.4;
    context.fillRect(bar * step, (height - tall) / 2, step * 0.6, tall);
  }
}
