// Envelopes that were made to run, to hide or to hang. Whatever calls `executed` has won.
import type { Assets } from './assets.ts';
import { frame, type Specimen } from './specimen.ts';

const attack =
  "\"><img src=x onerror=executed('markup')><script>executed('script')</script>" +
  "<svg onload=executed('svg')></svg><iframe srcdoc=\"<script>parent.executed('frame')</script>\"></iframe>" +
  "${executed('template')} {{executed('moustache')}} javascript:executed('scheme')";

const addresses: readonly string[] = [
  "javascript:executed('url')",
  "JaVaScRiPt:executed('case')",
  " \u0001javascript:executed('control')",
  "java\nscript:executed('newline')",
  "java\tscript:executed('tab')",
  "javascript&colon;executed('entity')",
  "&#106;avascript:executed('number')",
  "vbscript:executed('vb')",
  'data:text/html,<script>parent.executed("data")</script>',
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.executed(1)'/>",
  'DATA:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImV4ZWN1dGVkKDEpIi8+',
  'blob:https://foreign.example/4b2c',
  'file:///etc/passwd',
  'filesystem:https://foreign.example/temporary/x',
  '//foreign.example/pixel.png',
  '\\\\foreign.example\\pixel.png',
  'https://user:pass@foreign.example/pixel.png',
  'https://xn--80ak6aa92e.example/pixel.png',
  'http://[::1]:9/pixel.png',
  'about:blank',
  'ftp://foreign.example/x',
  'http:',
];

const megabyte = 1024 * 1024;

export function hostile({ picture, hostileUrl, hostileSvg }: Assets): readonly Specimen[] {
  return [
    {
      name: 'Script in every field',
      note: 'Every text of the frame, the payload and the hint.',
      envelope: () =>
        frame(
          'media.file',
          { base64: btoa(attack), bytes: attack.length, name: attack, alt: attack },
          { display: 'file', mimeType: attack, lang: attack, alt: attack, title: attack },
        ),
    },
    {
      name: 'Script in every field of a picture',
      note: 'The picture itself is fine.',
      envelope: () =>
        frame(
          'media.image',
          { ...picture, alt: attack },
          { display: 'image', title: attack, alt: attack, mimeType: attack },
        ),
    },
    {
      name: 'Script in a frame that is not valid',
      note: 'What was received is shown as text.',
      envelope: () => ({
        type: attack,
        envelopeId: attack,
        [attack]: attack,
        payload: { [attack]: attack },
        meta: attack,
      }),
    },
    {
      name: 'Script in a card',
      note: 'Names of fields, values, parts.',
      envelope: () =>
        frame(
          'acme.card',
          {
            title: attack,
            text: attack,
            fields: { [attack]: attack },
            parts: [attack, { [attack]: attack }],
            [attack]: attack,
          },
          { display: 'card' },
        ),
    },
    {
      name: 'Script in Markdown',
      note: 'HTML is text; links and pictures with odd addresses are words.',
      envelope: () =>
        frame(
          'acme.answer',
          [
            attack,
            ...addresses.map(
              (address, at) => `[link ${at}](<${address}>) ![picture ${at}](<${address}>)`,
            ),
            '[reference][bad]',
            "[bad]: javascript:executed('reference')",
            '<a href="javascript:executed(\'anchor\')">press</a>',
            "[press](javascript:executed('plain')) <javascript:executed('auto')>",
            '[https://bank.example](https://foreign.example/login)',
            `\`\`\`${attack.replaceAll('`', '')}\n${attack}\n\`\`\``,
          ].join('\n\n'),
          { display: 'markdown' },
        ),
    },
    {
      name: 'Script in code',
      note: 'Source is never more than text.',
      envelope: () => frame('acme.code', attack, { display: 'code', lang: attack, title: attack }),
    },
    ...addresses.flatMap((url, at): readonly Specimen[] => [
      {
        name: `Address ${at + 1} as a picture`,
        note: JSON.stringify(url).slice(0, 80),
        envelope: () => frame('acme.picture', { url, alt: 'A picture' }, { display: 'image' }),
      },
      {
        name: `Address ${at + 1} as media`,
        note: 'The same in a universal kind.',
        envelope: () =>
          frame('media.audio', { url, bytes: 1, alt: 'A sound' }, { display: 'audio' }),
      },
      {
        name: `Address ${at + 1} as a file`,
        note: 'The same behind a download.',
        envelope: () =>
          frame('acme.file', { url, name: 'report.pdf', bytes: 1 }, { display: 'file' }),
      },
    ]),
    {
      name: 'SVG with handlers, inline',
      note: 'Not drawn; it can be kept.',
      envelope: () =>
        frame(
          'media.image',
          {
            base64: btoa(hostileSvg),
            bytes: hostileSvg.length,
            mimeType: 'image/svg+xml',
            alt: 'An SVG',
          },
          { display: 'image' },
        ),
    },
    {
      name: 'SVG with handlers, called PNG',
      note: 'The bytes decide, not the label.',
      envelope: () =>
        frame(
          'media.image',
          {
            base64: btoa(hostileSvg),
            bytes: hostileSvg.length,
            mimeType: 'image/png',
            alt: 'No PNG',
          },
          { display: 'image' },
        ),
    },
    {
      name: 'SVG with handlers, by address',
      note: 'Said to be an SVG: not drawn.',
      envelope: () =>
        frame(
          'media.image',
          { url: hostileUrl, bytes: 1, mimeType: 'image/svg+xml', alt: 'An SVG' },
          { display: 'image' },
        ),
    },
    {
      name: 'SVG with handlers, by address, unsaid',
      note: 'Drawn as a picture, in which nothing runs.',
      envelope: () =>
        frame('media.image', { url: hostileUrl, bytes: 1, alt: 'A picture' }, { display: 'image' }),
    },
    {
      name: 'HTML as a file',
      note: 'It can be kept, and never opens as a page of this origin.',
      envelope: () =>
        frame(
          'media.file',
          {
            base64: btoa(attack),
            bytes: attack.length,
            mimeType: 'text/html',
            name: 'page\u202Egpj.html',
          },
          { display: 'file' },
        ),
    },
    {
      name: 'Ten megabytes of base64',
      note: 'Not a picture, and said so.',
      envelope: () =>
        frame(
          'media.image',
          {
            base64: 'QUFB'.repeat((10 * megabyte) / 4),
            bytes: (10 * megabyte * 3) / 4,
            alt: 'Large',
          },
          { display: 'image' },
        ),
    },
    {
      name: 'Ten megabytes of text',
      note: 'Shown in pages.',
      envelope: () =>
        frame('acme.answer', 'word '.repeat((10 * megabyte) / 5), { display: 'markdown' }),
    },
    {
      name: 'Ten megabytes of code',
      note: 'Shown in pages.',
      envelope: () =>
        frame('acme.code', 'let a = 1;\n'.repeat((10 * megabyte) / 11), {
          display: 'code',
          lang: 'js',
        }),
      lineNumbers: true,
    },
    {
      name: 'Ten megabytes of JSON',
      note: 'Shown in pages.',
      envelope: () =>
        frame('acme.dump', { text: 'x'.repeat(10 * megabyte), ['k'.repeat(megabyte)]: 1 }),
    },
    {
      name: 'A hundred thousand quotes',
      note: 'Nested deeper than anybody reads.',
      envelope: () => frame('acme.answer', `${'>'.repeat(100_000)} deep`, { display: 'markdown' }),
    },
    {
      name: 'A hundred thousand lists, brackets and stars',
      note: 'The same with other marks.',
      envelope: () =>
        frame(
          'acme.answer',
          ['- ', '1. ', '[', '![', '*a **b ', '`', '<', '|']
            .map((mark) => mark.repeat(12_500))
            .join('\n\n'),
          { display: 'markdown' },
        ),
    },
    {
      name: 'Ten thousand levels of JSON',
      note: 'As deep as is shown.',
      envelope: () => {
        let deep: unknown = 'bottom';
        for (let level = 0; level < 10_000; level++) deep = level % 2 ? [deep] : { deep };
        return frame('acme.deep', deep);
      },
    },
    {
      name: 'Fifty thousand members',
      note: 'As many as are shown.',
      envelope: () =>
        frame(
          'acme.wide',
          Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`member${at}`, at])),
          {
            display: 'card',
          },
        ),
    },
    {
      name: 'Keys that reach for the prototype',
      note: 'Keys like any others.',
      envelope: () => {
        const text =
          '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x","hasOwnProperty":1}';
        const payload: unknown = JSON.parse(text);
        return frame('acme.proto', payload, { display: 'card', title: 'Prototype' });
      },
    },
    {
      name: 'Keys that reach for the prototype, in the hint',
      note: 'A hint can never fail.',
      envelope: () => {
        const rendering: unknown = JSON.parse(
          '{"__proto__":{"display":"image"},"display":{"toString":"x"},"title":7}',
        );
        return {
          ...frame('acme.proto', 'text'),
          meta: { source: 'user', ts: '2026-11-15T12:00:00Z', rendering },
        };
      },
    },
    {
      name: 'Getters, proxies and cycles',
      note: 'Read once, and named where they cannot be read.',
      envelope: () => {
        const cycle: Record<string, unknown> = { name: 'cycle' };
        cycle['self'] = cycle;
        const proxy = new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no keys for you');
            },
          },
        );
        const getter = {
          get loud(): never {
            throw new Error('boom');
          },
          calm: 1n,
          act: () => 'acted',
          mark: Symbol('mark'),
          bytes: new Uint8Array(8),
        };
        return frame('acme.objects', { cycle, proxy, getter });
      },
    },
    {
      name: 'An envelope that changes while it is read',
      note: 'What was checked is what is shown.',
      envelope: () => {
        let reads = 0;
        return {
          ...frame('media.image', picture, { display: 'image', alt: 'A chart' }),
          get payload() {
            reads += 1;
            return reads === 1
              ? { ...picture, alt: 'A chart' }
              : { url: 'https://foreign.example/x', bytes: 1 };
          },
        };
      },
    },
    {
      name: 'Sizes that are no sizes',
      note: 'NaN, infinity, negative, enormous.',
      envelope: () =>
        frame(
          'media.image',
          { ...picture, bytes: Number.NaN },
          { display: 'image', alt: 'A chart' },
        ),
    },
    {
      name: 'Sizes that are no sizes, of a vendor',
      note: 'The picture keeps its own.',
      envelope: () =>
        frame(
          'acme.picture',
          {
            base64: picture.base64,
            bytes: -5,
            width: Number.POSITIVE_INFINITY,
            height: 1e300,
            alt: 'A chart',
          },
          { display: 'image' },
        ),
    },
    {
      name: 'Text that turns around',
      note: 'Overrides are in sight.',
      envelope: () =>
        frame('acme.answer', 'Pay to \u202Eelpmaxe.evil\u202C now \u2066hidden\u2069 \u0007', {
          display: 'markdown',
          title: 'Safe \u202Etxt.exe',
        }),
    },
    {
      name: 'A title of a megabyte',
      note: 'Cut, and said so.',
      envelope: () =>
        frame('acme.answer', 'short', {
          display: 'markdown',
          title: 'Title '.repeat(megabyte / 6),
        }),
    },
    {
      name: 'Empty texts',
      note: 'Empty is not nothing.',
      envelope: () =>
        frame('media.image', { ...picture, alt: '' }, { display: 'image', alt: '', title: '' }),
    },
    { name: 'A number', note: 'No envelope at all.', envelope: () => 42 },
    { name: 'A list', note: 'No envelope at all.', envelope: () => [1, 2, 3] },
    { name: 'A function', note: 'No envelope at all.', envelope: () => () => 'acted' },
  ];
}
