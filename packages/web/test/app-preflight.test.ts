// What the composer says before anything is sent, as pure functions of the server's own words.
import type { Forecast, ModelCard, UploadLimits } from '@percept/contract';
import { expect, test } from 'vitest';
import {
  admit,
  estimateOf,
  factsInWords,
  noticedKinds,
  objection,
  routeNotice,
} from '../src/app/state/preflight.ts';

const limits: UploadLimits = {
  maxBytesPerFile: 100_000_000,
  maxImagesPerMessage: 3,
  maxTextChars: 100,
  accept: 'image/*',
};

function card(change: Partial<ModelCard> = {}): ModelCard {
  return {
    name: 'seer',
    kind: 'model',
    host: 'models.example',
    capabilities: ['vision-input'],
    knownFrom: 'configuration',
    image: { route: 'native' },
    audio: { route: 'words', message: 'The model is told that a sound was attached.' },
    file: { route: 'pages' },
    limits: {
      imageTypes: ['image/png'],
      maxImageBytes: 5_000_000,
      maxImageEdgePx: 8000,
      usefulEdgePx: 1568,
      maxImagesPerRequest: 2,
      maxBytesPerRequest: 30_000_000,
      audioTypes: [],
      fileTypes: [],
    },
    price: { usdPerMillionInput: 10, usdPerMillionOutput: 30 },
    ...change,
  };
}

function forecast(change: Partial<Forecast> = {}): Forecast {
  return {
    model: 'seer',
    host: 'models.example',
    files: [{ outcome: 'sent', message: 'sent', images: 1, estimatedTokens: 1000 }],
    images: 1,
    textTokens: 100,
    mediaTokens: 1000,
    costUsd: 0.011,
    ...change,
  };
}

test.each([
  ['an empty file', { name: 'a.png', type: 'image/png', size: 0 }, 0, 'empty'],
  [
    'a file over the byte limit',
    { name: 'a.png', type: 'image/png', size: 100_000_001 },
    0,
    'too-large',
  ],
  ['one picture too many', { name: 'a.png', type: 'image/png', size: 10 }, 3, 'too-many'],
])(
  '%s is refused before a byte is uploaded',
  { tags: ['f-web-preflight'] },
  (_, file, held, kind) => {
    expect(admit(file, held, limits)?.refused).toBe(kind);
  },
);

test('a file exactly at the limits is admitted', () => {
  expect(admit({ name: 'a.png', type: 'image/png', size: 100_000_000 }, 2, limits)).toBeUndefined();
});

test('what is no picture is not counted as one', () => {
  expect(admit({ name: 'a.pdf', type: 'application/pdf', size: 10 }, 3, limits)).toBeUndefined();
});

test(
  'characters beyond the limit and what the forecast refuses stand in the way, in its words',
  { tags: ['f-web-preflight'] },
  () => {
    expect(objection('hi', forecast(), limits)).toBeUndefined();
    expect(objection('x'.repeat(101), undefined, limits)).toContain('101 characters');
    const refusal = {
      refused: 'unavailable',
      message: 'No route.',
      hint: 'Choose another.',
    } as const;
    expect(objection('hi', forecast({ refusal }), limits)).toBe('No route. Choose another.');
    expect(estimateOf(forecast({ refusal }))).toBeUndefined();
  },
);

test('the estimate is the figures of the forecast, and a description has no price yet', () => {
  expect(estimateOf(forecast())).toEqual({
    images: 1,
    described: false,
    tokens: 1100,
    costUsd: 0.011,
  });
  const files = [{ outcome: 'described', message: '', images: 1, estimatedTokens: 0 }] as const;
  expect(estimateOf(forecast({ files }))).toMatchObject({ described: true, costUsd: undefined });
  expect(estimateOf(undefined)).toBeUndefined();
});

test('a model that sees needs no notice', { tags: ['f-web-notice-before-send'] }, () => {
  expect(routeNotice(card(), 'image')).toBeUndefined();
});

test(
  'a blind model is said with who describes and where',
  {
    tags: ['f-web-notice-before-send'],
  },
  () => {
    const local = {
      route: 'described',
      by: 'local eyes',
      host: 'this device',
      place: 'device',
    } as const;
    expect(routeNotice(card({ image: local }), 'image')?.text).toBe(
      'seer cannot see pictures. Local eyes will describe them on this device, and the model reads the words.',
    );
    const remote = {
      route: 'described',
      by: 'big',
      host: 'eyes.example',
      place: 'remote',
    } as const;
    expect(routeNotice(card({ image: remote }), 'image')?.text).toContain('at eyes.example');
  },
);

test(
  'where nobody may look, the refusal is said with its way out',
  {
    tags: ['f-web-notice-before-send'],
  },
  () => {
    const refused = {
      route: 'refused',
      message: 'No route.',
      hint: 'Choose another model.',
    } as const;
    expect(routeNotice(card({ image: refused }), 'image')).toEqual({
      tone: 'refused',
      text: 'No route. Choose another model.',
    });
  },
);

test('the way of a document, a drawing or a text is told by its forecast alone', () => {
  const waiting = (type: string) => ({ file: { type }, state: { type: 'waiting' } }) as const;
  const uploaded = {
    upload: 'u1',
    name: 'a',
    kind: 'file',
    mime: '',
    bytes: 1,
    warnings: [],
  } as const;
  const ready = { file: { type: '' }, state: { type: 'done', uploaded } } as const;
  expect(noticedKinds([waiting('application/pdf'), waiting('image/svg+xml'), ready])).toEqual([]);
  expect(noticedKinds([waiting('image/png'), waiting('audio/wav'), ready])).toEqual([
    'image',
    'audio',
  ]);
  expect(noticedKinds([])).toEqual(['image']);
});

test('a file says what it is', () => {
  const file = { upload: 'u1', name: 'a', kind: 'image', mime: 'image/png', warnings: [] } as const;
  expect(factsInWords({ ...file, bytes: 8_300_000, width: 6000, height: 4000 })).toBe(
    '8.3 MB, 6000×4000',
  );
  expect(factsInWords({ ...file, bytes: 240_000, frames: 12 })).toBe('240 KB, 12 frames');
  expect(factsInWords({ ...file, kind: 'file', bytes: 240_000, pages: 3 })).toBe('240 KB, 3 pages');
});
