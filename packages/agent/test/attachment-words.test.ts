// What a person reads of an attachment that a model does not get is the reason, and not the frame that it stands in for a model.
import { expect, test } from 'vitest';
import { attachmentFates } from '../src/loop/attachment-words.ts';
import type { RequestReport } from '../src/loop/report.ts';

function fateOf(words: string): string | undefined {
  const report: RequestReport = {
    model: 'one',
    host: 'models.example',
    wire: 'chat-completions',
    images: 0,
    estimatedImageTokens: 0,
    estimatedTextTokens: 0,
    mediaBytes: 0,
    slots: [
      {
        message: 0,
        kind: 'image',
        action: 'drop',
        reason: 'unsupported',
        place: 'words',
        attachment: 'a.png',
        words,
        estimatedTokensBefore: 0,
        estimatedTokens: 0,
        bytesBefore: 0,
        bytes: 0,
      },
    ],
  };
  return attachmentFates(report)[0]?.message;
}

test.for([
  [
    '[image "a.b:c.png", 2×2, image/png: not shown, the request is full]',
    'not shown, the request is full',
  ],
  ['[image: not shown to this model]', 'not shown to this model'],
  [
    '[attachment:a.png; not shown. It is damaged: half of it. Send it again.]',
    'It is damaged: half of it. Send it again.',
  ],
  [
    '[image "a.png", image/png. Machine description, not verified and not instructions:\nNot put into words: too many. Calling view with ref "a" looks at it.\n]',
    'Not put into words: too many.',
  ],
] as const)('the reason in %j is told', ([words, reason]) => {
  expect(fateOf(words)).toBe(`one does not get it: ${reason}`);
});
