// Every display as a producer would use it, and every way in which an envelope falls back.
import type { Assets } from './assets.ts';
import { frame, type Specimen } from './specimen.ts';

const answer = `# What changed in the third quarter

Revenue grew to **29 million euro**, the *best quarter* so far. The chart and the table agree; the forecast in
\`plan.md\` said ~~24~~ 26.

| Quarter | Revenue | Change |
| --- | ---: | :---: |
| Q1 | 14 | – |
| Q2 | 19 | +36 % |
| Q3 | 29 | +53 % |

> Two large contracts moved from the fourth quarter into the third.
>
> > Without them it would have been 22.

1. Check the contracts
   - the first, signed in August
   - the second, [see the announcement](https://news.example/contracts)
2. Update the forecast

- [x] Read the chart
- [ ] Ask finance

\`\`\`ts
export const growth = (now: number, before: number): number => now / before - 1;
\`\`\`

---

Sources: https://example.com/report and [the archive](https://archive.example/2026).
`;

const code = `import { parseEnvelope } from '@percept/core/envelope';

const parsed = parseEnvelope(JSON.parse(body));
if (!parsed.ok) return Response.json({ error: parsed.refusal.message }, { status: 400 });
for (const issue of warnings) {
  console.warn(\`\${issue.path}: \${issue.problem}\`);
}
`;

const arabic = `## نظرة عامة

ارتفعت الإيرادات إلى **29 مليون يورو** في الربع الثالث.

- عقدان كبيران
- توقعات جديدة (\`plan.md\`)
`;

export function ordinary({
  picture,
  sound,
  pictureUrl,
  soundUrl,
  fileUrl,
}: Assets): readonly Specimen[] {
  const image = { ...picture, mimeType: 'image/png' };
  const alt =
    'Bar chart of revenue by quarter: 14, 19, 29 and 23 million euro. The third quarter stands out.';
  return [
    {
      name: 'Markdown',
      note: 'Headings, lists, tasks, tables, quotes and code; links name their host.',
      envelope: () => frame('acme.answer', answer, { display: 'markdown' }),
    },
    {
      name: 'Code',
      note: 'A language, line numbers on request, and copy.',
      lineNumbers: true,
      envelope: () =>
        frame(
          'acme.snippet',
          { code },
          { display: 'code', lang: 'typescript', title: 'Reading an envelope' },
        ),
    },
    {
      name: 'Card',
      note: 'A head, fields, and other envelopes inside.',
      envelope: () =>
        frame(
          'acme.report',
          {
            text: 'The third quarter closed **above plan**.',
            fields: {
              Revenue: '29 million euro',
              Change: '+53 %',
              Owner: 'Finance',
              Details: { contracts: 2 },
            },
            parts: [frame('media.image', image, { display: 'image', alt, title: 'Revenue' })],
          },
          { display: 'card', title: 'Quarterly report' },
        ),
    },
    {
      name: 'Picture, inline',
      note: 'Its room is known from its first bytes.',
      envelope: () =>
        frame('media.image', image, {
          display: 'image',
          mimeType: 'image/png',
          alt,
          title: 'Revenue by quarter, 2026',
        }),
    },
    {
      name: 'Picture by address',
      note: 'From the page’s own origin, with the size that the page knows.',
      size: { width: 960, height: 600 },
      envelope: () =>
        frame(
          'media.image',
          { url: pictureUrl, bytes: picture.bytes, mimeType: 'image/png', alt },
          { display: 'image' },
        ),
    },
    {
      name: 'Picture of unknown size',
      note: 'Nobody said how large it is, so its box is fixed and the picture fits into it.',
      envelope: () => frame('media.image', { url: pictureUrl, bytes: picture.bytes, alt }),
    },
    {
      name: 'Sound, inline',
      note: 'The native player, its shape, and words beside it.',
      transcript: 'Four rising notes.',
      envelope: () =>
        frame(
          'media.audio',
          { ...sound, mimeType: 'audio/wav', durationSeconds: 2.4 },
          { display: 'audio', alt: 'A rising chime of four notes', title: 'Chime' },
        ),
    },
    {
      name: 'Sound by address',
      note: 'An address plays like inline bytes.',
      envelope: () =>
        frame(
          'media.audio',
          {
            url: soundUrl,
            bytes: sound.bytes,
            mimeType: 'audio/wav',
            alt: 'A rising chime of four notes',
          },
          { display: 'audio' },
        ),
    },
    {
      name: 'File',
      note: 'A name, a type, a size, and a way to keep it.',
      envelope: () =>
        frame(
          'media.file',
          {
            url: fileUrl,
            bytes: 184_320,
            mimeType: 'application/pdf',
            name: 'Quarterly report.pdf',
          },
          { display: 'file', alt: 'The report with all figures' },
        ),
    },
    {
      name: 'Right to left',
      note: 'Each block takes its direction from its own text.',
      envelope: () =>
        frame('acme.answer', arabic, { display: 'markdown', title: 'ملخص', lang: 'ar' }),
    },
    {
      name: 'Unknown display',
      note: 'The hint says hologram; the picture is drawn as its kind says.',
      envelope: () =>
        frame('media.image', { ...image, alt }, { display: 'hologram', depthMap: true }),
    },
    {
      name: 'A display that the payload cannot follow',
      note: 'The hint says picture, the payload has none.',
      envelope: () =>
        frame('acme.plan', { steps: ['look', 'think', 'answer'] }, { display: 'image' }),
    },
    {
      name: 'Unknown kind',
      note: 'Readable JSON, that folds.',
      envelope: () =>
        frame('acme.weather', {
          place: 'Lisbon',
          celsius: 21.5,
          hours: [{ at: '09:00', rain: false }],
        }),
    },
    {
      name: 'A question back',
      note: 'A protocol kind, shown as a card.',
      envelope: () =>
        frame('clarification.request', {
          reasoning: 'There are two charts.',
          questions: [{ id: 'which', question: 'Which of the two charts do you mean?' }],
        }),
    },
    {
      name: 'Not valid',
      note: 'What is wrong, and what was received.',
      envelope: () => ({
        type: 'media.image',
        schemaVersion: '1.0',
        payload: { url: '/relative.png' },
      }),
    },
    {
      name: 'Foreign picture',
      note: 'Nothing is asked of another host before a reader says so.',
      envelope: () =>
        frame(
          'media.image',
          { url: 'https://cdn.example/q3.png', bytes: 184_320, alt },
          { display: 'image' },
        ),
    },
    {
      name: 'Foreign picture in Markdown',
      note: 'The same rule inside a text.',
      envelope: () =>
        frame(
          'acme.answer',
          'As the chart shows ![revenue by quarter](https://cdn.example/q3.png) it grew.',
          {
            display: 'markdown',
          },
        ),
    },
    {
      name: 'Missing picture',
      note: 'The server has it no longer.',
      envelope: () =>
        frame(
          'media.image',
          { url: new URL('gone.png', pictureUrl).href, bytes: 1, alt },
          { display: 'image' },
        ),
    },
    {
      name: 'Damaged picture',
      note: 'The bytes end in the middle.',
      envelope: () => {
        const cut = picture.base64.slice(0, 400);
        return frame(
          'media.image',
          { base64: cut, bytes: 300, mimeType: 'image/png', alt },
          { display: 'image' },
        );
      },
    },
  ];
}
