// Results of networks are large arrays outside the script heap, which the collector hardly notices: left alone, a page of
// text piles up hundreds of megabytes of them. The worker therefore collects its youngest objects after every run.

/** Does something only where the process was started with `--expose-gc`. */
export function tidy(): void {
  const { gc } = globalThis;
  if (typeof gc === 'function') gc({ type: 'minor' });
}
