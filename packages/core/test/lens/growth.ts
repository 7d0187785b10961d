// Whether work grows with its input and not with the square of it. Four times the input may cost four times as much, and
// noise on top of that; the square costs sixteen times. What is over in a blink at the larger size says nothing more.

import { processorMs } from '../../../../test/processor-time.ts';

/** Under this, clocks and collectors are measured. */
const blinkMs = 40;
export const linear = 9;
const attempts = 4;

/** The least of several attempts at the ratio: what collects garbage in between is no part of the work. */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= linear; attempt++) {
    const large = await took(work, size * 4);
    if (large < blinkMs) return 0;
    least = Math.min(least, large / (await took(work, size)));
  }
  return least;
}

async function took(work: (size: number) => unknown, size: number): Promise<number> {
  const started = processorMs();
  await work(size);
  return processorMs() - started;
}
