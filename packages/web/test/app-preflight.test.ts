// What the composer says before anything is sent, as pure functions of the server's own words.
import type { ModelCard, UploadLimits, Uploaded } from '@percept/host/contract';
import { expect, test } from 'vitest';
import {
  admit,
  changeInWords,
  estimate,
  objection,
  routeNotice,
} from '../src/app/state/preflight.ts';

const limits: UploadLimits = {
  maxBytesPerFile: 100_000_000,
  maxFilesPerMessage: 3,
  maxImagesPerMessage: 20,
  maxBytesPerMessage: 1_000_000,
  maxTextChars: 100,
  maxPagesPerFile: 8,
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

function uploaded(change: Partial<Uploaded> = {}): Uploaded {
  return {
    upload: 'u1',
    name: 'chart.png',
    kind: 'image',
    mime: 'image/png',
    bytes: 240_000,
    warnings: [],
    previews: [
      { model: 'seer', outcome: 'sent', message: 'sent', images: 1, estimatedTokens: 1000 },
    ],
    ...change,
  };
}

test.each([
  ['an empty file', { name: 'a.png', size: 0 }, 0, 'empty'],
  ['a file over the byte limit', { name: 'a.png', size: 100_000_001 }, 0, 'too-large'],
  ['one file too many', { name: 'a.png', size: 10 }, 3, 'too-many'],
])(
  '%s is refused before a byte is uploaded',
  { tags: ['f-web-preflight'] },
  (_, file, held, kind) => {
    expect(admit(file, held, limits)?.refused).toBe(kind);
  },
);

test('a file exactly at the limits is admitted', () => {
  expect(admit({ name: 'a.png', size: 100_000_000 }, 2, limits)).toBeUndefined();
});

test(
  'more pictures than the model takes at once stand in the way, with the figure',
  { tags: ['f-web-preflight'] },
  () => {
    const three = [uploaded(), uploaded({ upload: 'u2' }), uploaded({ upload: 'u3' })];
    expect(objection('hi', three, card(), limits)).toContain('seer takes 2 at once');
    expect(objection('hi', three.slice(1), card(), limits)).toBeUndefined();
  },
);

test('a document counts with its pages', { tags: ['f-web-preflight'] }, () => {
  const pages = uploaded({
    kind: 'file',
    previews: [{ model: 'seer', outcome: 'sent', message: '', images: 8, estimatedTokens: 8000 }],
  });
  expect(objection('hi', [pages], card(), limits)).toContain('8 pictures');
});

test(
  'bytes, characters and a type that is not taken stand in the way',
  {
    tags: ['f-web-preflight'],
  },
  () => {
    const heavy = uploaded({ bytes: 1_000_001 });
    expect(objection('hi', [heavy], card(), limits)).toContain('1 MB together');
    expect(objection('x'.repeat(101), [], card(), limits)).toContain('101 characters');
    const refused = uploaded({
      previews: [{ model: 'seer', outcome: 'refused', message: 'no', images: 0 }],
    });
    expect(objection('hi', [refused], card(), limits)).toContain('seer cannot take chart.png');
  },
);

test('the estimate adds words and pictures and prices them', () => {
  expect(estimate('x'.repeat(400), [uploaded()], card())).toEqual({
    images: 1,
    described: false,
    tokens: 1100,
    costUsd: 0.011,
  });
});

test('where nobody can know the tokens, no figure is made up', () => {
  const unknown = uploaded({
    previews: [{ model: 'seer', outcome: 'sent', message: '', images: 1 }],
  });
  expect(estimate('hi', [unknown], card()).tokens).toBeUndefined();
  expect(estimate('hi', [unknown], card()).costUsd).toBeUndefined();
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

test('a document goes the way of pictures when it is drawn as pages', () => {
  const refused = { route: 'refused', message: 'No route.', hint: 'Choose another.' } as const;
  expect(routeNotice(card({ image: refused }), 'file')?.tone).toBe('refused');
});

test('a downscaled file says both sizes', () => {
  const original = { mime: 'image/png', bytes: 8_300_000, width: 6000, height: 4000 };
  expect(changeInWords(uploaded({ width: 1568, height: 1045, original }))).toBe(
    '8.3 MB → 240 KB, 6000×4000 → 1568×1045',
  );
  expect(changeInWords(uploaded())).toBe('240 KB');
});
