// Progress is told, never asked: what a listener throws, or rejects with later, is dropped. It can neither end this
// process nor refuse the bytes that it was told about.

/** The listener, deaf to its own failures. */
export function quietly<T>(listener: (progress: T) => unknown): (progress: T) => void {
  return (progress) => {
    try {
      const answer = listener(progress);
      if (answer instanceof Promise) answer.catch(() => {});
    } catch {
      // The listener's trouble is the listener's.
    }
  };
}
