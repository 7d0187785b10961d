// Gaussian blur, separable, edges repeated. Used to take block edges and noise out of text before a second reading.
import type { Picture } from './picture.ts';

export function blurred(picture: Picture, sigma: number): Picture {
  const radius = Math.max(1, Math.ceil(sigma * 2.5));
  const kernel = Float32Array.from({ length: radius * 2 + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  for (const [at, weight] of kernel.entries()) kernel[at] = weight / total;
  const { width, height, data } = picture;
  const middle = new Float32Array(data.length);
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let tap = -radius; tap <= radius; tap += 1) {
          const from = Math.min(Math.max(x + tap, 0), width - 1);
          sum += (kernel[tap + radius] ?? 0) * (data[(y * width + from) * 3 + channel] ?? 0);
        }
        middle[(y * width + x) * 3 + channel] = sum;
      }
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width * 3; x += 1) {
      let sum = 0;
      for (let tap = -radius; tap <= radius; tap += 1) {
        const from = Math.min(Math.max(y + tap, 0), height - 1);
        sum += (kernel[tap + radius] ?? 0) * (middle[from * width * 3 + x] ?? 0);
      }
      result[y * width * 3 + x] = Math.round(sum);
    }
  }
  return { width, height, data: result };
}
