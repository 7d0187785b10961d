// Thinking aloud is not a description. Models behind plain chat servers leave it in their text, nested, unclosed, or with
// the opening tag swallowed by the server's template.

const tag = /<(\/?)(think|thinking|reasoning|thought)>/gi;

/** @example withoutThinking('<think>hm</think>A red square.') // 'A red square.' */
export function withoutThinking(text: string): string {
  let depth = 0;
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(tag)) {
    const closes = match[1] === '/';
    if (depth === 0) {
      // A close without an open: everything before it was thought.
      kept = closes ? '' : kept + text.slice(from, match.index);
    }
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
    from = match.index + match[0].length;
  }
  if (depth === 0) kept += text.slice(from);
  return kept.trim();
}
