// What a terminal can answer to the batch, and the one place that tells an answer from a key.
import { terminalLimits } from '../limits.ts';

export type Reply =
  /** DA1: the fence, and 4 among the attributes for sixel. */
  | { readonly kind: 'attributes'; readonly attributes: readonly number[] }
  /** XTVERSION, as the terminal names itself. */
  | { readonly kind: 'version'; readonly text: string }
  /** The answer to the kitty query. */
  | { readonly kind: 'kitty'; readonly ok: boolean }
  /** CSI 16 t, in pixels. */
  | { readonly kind: 'cell'; readonly width: number; readonly height: number }
  /** CSI 14 t, in pixels. */
  | { readonly kind: 'window'; readonly width: number; readonly height: number }
  /** OSC 1337 ReportCellSize: whoever answers it speaks iTerm2's language. In points, with a scale. */
  | { readonly kind: 'iterm-cell'; readonly width: number; readonly height: number }
  /** XTSMGRAPHICS: colour registers. */
  | { readonly kind: 'registers'; readonly count: number }
  /** XTSMGRAPHICS: the largest sixel picture, in pixels. */
  | { readonly kind: 'sixel-limit'; readonly width: number; readonly height: number }
  /** OSC 5522: one packet of the clipboard of whoever sits in front of the terminal. */
  | {
      readonly kind: 'clipboard';
      readonly status: string;
      /** In base64, as the payload is. */
      readonly mime: string;
      readonly payload: string;
    }
  /** DECRPM: whether a private mode is known. */
  | { readonly kind: 'mode'; readonly mode: number; readonly isKnown: boolean }
  /** An answer of the right form with nothing of use in it. */
  | { readonly kind: 'other' };

export type Match =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly length: number }
  /** Could still become a reply. */
  | { readonly kind: 'partial' }
  | { readonly kind: 'key' };

/* oxlint-disable no-control-regex */
const forms: readonly (readonly [form: RegExp, read: (body: string) => Reply])[] = [
  [/^\u001b\[\?([\d;]*)c/, (body) => ({ kind: 'attributes', attributes: numbers(body) })],
  [/^\u001b\[([46];\d{1,5};\d{1,5})t/, readSize],
  [/^\u001b\[\?([\d;]*)S/, readGraphics],
  [/^\u001bP>\|([^\u0007\u001b]*)(?:\u001b\\|\u0007)/, (text) => ({ kind: 'version', text })],
  [/^\u001b_G([^\u0007\u001b]*)(?:\u001b\\|\u0007)/, readKitty],
  [/^\u001b\[\?(\d{1,6};\d)\$y/, readMode],
  [/^\u001b\]5522;([^\u0007\u001b]*)(?:\u0007|\u001b\\)/, readClipboardPacket],
  [/^\u001b\]1337;ReportCellSize=([\d.;]*)(?:\u0007|\u001b\\)/, readItermCell],
];
const unfinished = [
  /^\u001b(?:\[(?:\?[\d;]*\$?|[46](?:;\d{0,5}){0,2})?)?$/,
  /^\u001bP(?:>(?:\|[^\u0007\u001b]*\u001b?)?)?$/,
  /^\u001b_(?:G[^\u0007\u001b]*\u001b?)?$/,
  /^\u001b\](?:5(?:5(?:2(?:2(?:;[^\u0007\u001b]*\u001b?)?)?)?)?)?$/,
] as const;
const cellReport = '\u001b]1337;ReportCellSize=';
const unfinishedCell = /^[\d.;]*\u001b?$/;
/* oxlint-enable no-control-regex */

/** `text` begins with an escape; one character is one byte. */
export function matchReply(text: string): Match {
  const head = text.slice(0, terminalLimits.maxReplyChars);
  for (const [form, read] of forms) {
    const found = form.exec(head);
    if (found) return { kind: 'reply', reply: read(found[1] ?? ''), length: found[0].length };
  }
  const whole = head.length === text.length && head.length < terminalLimits.maxReplyChars;
  return whole && isUnfinished(head) ? { kind: 'partial' } : { kind: 'key' };
}

function isUnfinished(head: string): boolean {
  if (unfinished.some((form) => form.test(head)) || cellReport.startsWith(head)) return true;
  return head.startsWith(cellReport) && unfinishedCell.test(head.slice(cellReport.length));
}

function numbers(body: string): readonly number[] {
  return body.split(';').map(Number);
}

function readSize(body: string): Reply {
  const [what, height = 0, width = 0] = numbers(body);
  if (width < 1 || height < 1) return { kind: 'other' };
  return { kind: what === 6 ? 'cell' : 'window', width, height };
}

function readGraphics(body: string): Reply {
  const [item, status, first = 0, second = 0] = numbers(body);
  if (status !== 0 || first < 1) return { kind: 'other' };
  if (item === 1) return { kind: 'registers', count: first };
  if (item === 2 && second > 0) return { kind: 'sixel-limit', width: first, height: second };
  return { kind: 'other' };
}

function readKitty(body: string): Reply {
  return /(?:^|,)i=31(?:,|;)/.test(body)
    ? { kind: 'kitty', ok: body.slice(body.indexOf(';') + 1) === 'OK' }
    : { kind: 'other' };
}

function readItermCell(body: string): Reply {
  const [height = 0, width = 0, scale = 1] = numbers(body);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (!(wide >= 1 && high >= 1 && wide < 1000 && high < 1000)) return { kind: 'other' };
  return { kind: 'iterm-cell', width: wide, height: high };
}

function readMode(body: string): Reply {
  const [mode = 0, setting = 0] = numbers(body);
  return { kind: 'mode', mode, isKnown: setting >= 1 && setting <= 3 };
}

/** `type=read:status=DATA:mime=…;payload`, with the keys in any order. */
function readClipboardPacket(body: string): Reply {
  const cut = body.indexOf(';');
  const [head, payload] = cut === -1 ? [body, ''] : [body.slice(0, cut), body.slice(cut + 1)];
  const keys = new Map(
    head.split(':').map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key, value.join('=')];
    }),
  );
  if (keys.get('type') !== 'read') return { kind: 'other' };
  const [status = '', mime = ''] = [keys.get('status'), keys.get('mime')];
  return { kind: 'clipboard', status, mime, payload };
}
