// A report in one sentence for each attachment, for the person who sends it. Terminal, page and command line say the same,
// before and after sending.
import type { FileForecast } from '@percept/contract';
import type { ReportSlot, RequestReport } from './report.ts';

export interface AttachmentFate extends FileForecast {
  readonly name: string;
}

/** In the order of the request. */
export function attachmentFates({ model, wire, slots }: RequestReport): readonly AttachmentFate[] {
  const byName = Map.groupBy(
    slots.filter((slot) => slot.attachment !== undefined),
    ({ attachment }) => attachment ?? '',
  );
  return [...byName].map(([name, own]) =>
    wire === 'none' ? localFate(name, own, model) : fateOf(name, own, model),
  );
}

/** Local eyes look themselves, and nothing is sent. */
function localFate(name: string, slots: readonly ReportSlot[], by: string): AttachmentFate {
  const [slot] = slots;
  const isText = slot?.form === 'text';
  const message = isText
    ? 'Its text is shown; nothing leaves this device.'
    : `${by} put it into words on this device; nothing leaves it.`;
  const images = slots.filter(({ kind }) => kind === 'image').length;
  const common = { name, message, images, estimatedTokens: 0 };
  return isText
    ? { ...common, outcome: 'sent' }
    : { ...common, outcome: 'described', by, host: 'this device' };
}

function fateOf(name: string, slots: readonly ReportSlot[], model: string): AttachmentFate {
  const shown = slots.filter(({ place }) => place !== 'words');
  const described = slots.filter(({ describer }) => describer !== undefined);
  const images = [...new Set([...shown, ...described])].filter(({ kind }) => kind === 'image');
  const estimatedTokens = slots.reduce((sum, slot) => sum + slot.estimatedTokens, 0);
  const [first] = images.length > 0 ? images : slots;
  const size =
    first?.width !== undefined && first.height !== undefined && images.length === 1
      ? { width: first.width, height: first.height }
      : {};
  const common = { name, images: images.length, estimatedTokens, ...size };
  const [by] = described;
  if (by?.describer) {
    const { model: looker, host, timeoutMs } = by.describer;
    const where = host === 'this device' ? 'on this device' : `at ${host}`;
    const when = timeoutMs === undefined ? '' : ` within ${Math.ceil(timeoutMs / 1000)} s`;
    const what = described.length > 1 ? `${described.length} pages of it` : 'it';
    const left = slots.length - shown.length - described.length;
    const rest = left > 0 ? ` ${left} more are only named.` : '';
    const message = `${looker} ${where} puts ${what} into words${when}, and ${model} reads only the words.${rest}`;
    return { ...common, outcome: 'described', message, by: looker, host };
  }
  if (shown.length > 0) return { ...common, outcome: 'sent', message: sentWords(shown, model) };
  const message = `${model} does not get it: ${whyOf(slots[0]?.words)}`;
  return { ...common, outcome: 'words', message };
}

/** What stands in front of the reason: the name of the attachment, or the facts of a picture, of which only the name may hold a colon. */
const frame = /^\[(?:attachment:[^;]*; (?:not shown\. )?|\w+(?: "[^"]*")?[^":]*:\s*)/;

/** How a tool would look at it is for models. */
function whyOf(words = '[not taken]'): string {
  const [why = ''] = words.replace(frame, '').split('\n');
  return why.replace(/^\[|\]$/g, '').replace(/ Calling \w+ with .*$/, '');
}

function sentWords(slots: readonly ReportSlot[], model: string): string {
  const [slot] = slots;
  const { form, pages, chars, width, height, original } = slot ?? {};
  switch (form) {
    case 'file':
      return `${model} takes the file itself.`;
    case 'sound':
      return `${model} hears the sound itself.`;
    case 'pages':
      return pages && pages.shown < pages.total
        ? `${model} gets pages 1 to ${pages.shown} of ${pages.total} as pictures, and can look at the rest.`
        : `${model} gets ${pages?.total === 1 ? 'its page' : `its ${pages?.total ?? ''} pages`} as pictures.`;
    case 'text':
    case 'source':
    case 'text-layer': {
      const what = form === 'source' ? 'its source as text' : 'its text';
      return chars && chars.shown < chars.total
        ? `${model} gets ${what}, the first ${chars.shown} of ${chars.total} characters, and can read on.`
        : `${model} gets ${what}.`;
    }
    case 'still':
      return `${model} gets one still of ${original?.frames ?? 'its'} frames, at ${width}×${height}.`;
    case 'drawing':
      return `${model} gets the drawing, at ${width}×${height}.`;
    case 'pixels':
    case 'words':
    case undefined:
      return original?.width !== undefined && width !== undefined && width < original.width
        ? `${model} gets the picture itself, reduced to ${width}×${height}.`
        : `${model} gets the picture itself.`;
  }
}
