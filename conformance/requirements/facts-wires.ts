// Facts, wires.md: what provider packages really put on each wire, and when eviction pays.

import { section } from '../requirement.ts';

export const factsWires = [
  ...section('facts/wires', '§0 Findings', 4, {
    'f-wires-75-of-75': { trap: 'Fifteen models by five spellings all arrive native and paired.' },
    'f-wires-thinking-binding': {
      trap: 'Where thinking is bound to the prefix, history is append-only by default.',
    },
    'f-wires-sliding-window': {
      trap: 'A sliding newest-N window is the dearest policy; eviction is batched instead.',
    },
    'f-wires-base64-tokens': { trap: 'Base64 in text is about 1.5 characters per token, not 4.' },
    'f-wires-uint8array-tokens': {
      trap: 'Bytes that a package spelled as numbers in a text become a picture again.',
    },
  }),
  ...section('facts/wires', '§1 AI SDK', 4, {
    'f-wires-ten-spellings': {
      trap: 'All ten spellings of an image in a tool result are recognised.',
    },
    'f-wires-media-spelling': { trap: 'The old "media" spelling, unmapped since v7, still works.' },
    'f-wires-declared-type-wrong': {
      trap: 'A declared type that contradicts the bytes is corrected.',
    },
    'f-wires-collapse-to-text': {
      trap: 'After a hoist the result is plain text, because content arrays are stringified.',
    },
    'f-wires-hoist-after-all': { trap: 'Hoisted images follow after all results of the turn.' },
    'f-wires-gemini-2-paired': {
      trap: 'An image-only result on Gemini 2 keeps its functionResponse.',
    },
    'f-wires-mistral-bridge': { trap: 'Mistral gets an assistant message between tool and user.' },
    'f-wires-anthropic-error-result': { trap: 'An Anthropic error result never holds an image.' },
    'f-wires-old-spec-models': { trap: 'Models of older spec versions are rescued too.' },
    'f-wires-provider-generation': {
      trap: 'An older provider package is known by its specification version.',
    },
    'f-wires-svg-never-sent': { trap: 'SVG never reaches a wire as image/svg+xml.' },
    'f-wires-pdf-audio': {
      trap: 'PDF and audio go native where taken and become words elsewhere.',
    },
    'f-wires-middleware-seam': {
      trap: 'Middleware covers every entry point of the SDK.',
    },
    'f-wires-media-refs': {
      trap: 'media:sha256 references survive the core, as string and as URL.',
    },
    'f-wires-ref-unresolvable': {
      trap: 'An unresolvable reference becomes words, never an empty block.',
    },
    'f-wires-universal-hoist': {
      trap: 'Images stay native where the wire takes them: a universal hoist harms thinking.',
    },
  }),
  ...section('facts/wires', '§3 Complaints', 4, {
    'f-wires-2000-px-rule': {
      trap: 'Crossing 20 images on Anthropic sends none over 2000 px, and rewrites none of a history that may not change.',
    },
    'f-wires-byte-budget': { trap: 'Bytes per request have a budget apart from tokens.' },
    'f-wires-four-budgets': { trap: 'Tokens, bytes, count and pixels are budgeted at admission.' },
    'f-wires-newest-never-blind': { trap: 'The frame just asked for is never the one dropped.' },
    'f-wires-compaction-no-media': { trap: 'Compaction input never holds media.', issue: 6 },
    'f-wires-render-stable': { trap: 'A message never changes its rendering between requests.' },
    'f-wires-text-only-reversible': {
      trap: 'Switching back to a vision model restores the pixels.',
    },
    'f-wires-placeholder-neutral': { trap: 'The placeholder gives no order and is not persisted.' },
    'f-wires-poisoned-repaired': { trap: 'A damaged history comes out valid on every wire.' },
    'f-wires-classify-errors': { trap: 'Provider errors about media are classified by cause.' },
    'f-wires-retry-once': { trap: 'A media error is retried once, degraded, and reported.' },
    'f-wires-caption': { trap: 'A hoisted image names tool, call, source and size.' },
    'f-wires-sanitised-names': { trap: 'File names and types in placeholders are sanitised.' },
    'f-wires-dedupe': { trap: 'The same image twice is sent once where the wire allows.' },
  }),
  ...section('facts/wires', '§5 Caching and eviction', 4, {
    'f-wires-adaptive': {
      trap: 'adaptive costs no more than any in-place policy in all five scenarios.',
    },
    'f-wires-cold-cache-free': { trap: 'A lost cache, seen in usage, makes eviction free.' },
    'f-wires-frontier-persisted': {
      trap: 'The frontier is a record entry; the view is a pure function.',
    },
    'f-wires-keep-newest': { trap: 'At least the newest perception stays.' },
    'f-wires-drop-block': {
      trap: 'Eviction under bound thinking also drops the blocks it breaks.',
    },
  }),
  ...section('facts/wires', '§6 Conformance kit', 4, {
    'f-wires-oracle': { trap: 'A public oracle judges any captured request.' },
    'f-wires-capture-server': { trap: 'A public capture server speaks the four HTTP wires.' },
  }),
] as const;
