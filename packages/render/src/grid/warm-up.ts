// Two engines start side by side: while the scribe reads the first text, takumi is woken. What comes of it is nobody's
// concern; an engine that cannot start says so when it is needed.
import type { RenderContext } from '../renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

/** Wakes it at the first call; later calls do nothing. */
export function waker(takumi: Takumi): (context: RenderContext) => void {
  let isAwake = false;
  return (context) => {
    if (isAwake) return;
    isAwake = true;
    const nothing = {
      node: { type: 'container', style: { width: 1, height: 1 } },
      width: 1,
    } as const;
    void takumi.measure({ scene: nothing, text: '' }, context);
  };
}
