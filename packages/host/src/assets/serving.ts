// How a stored byte may reach a browser: as a picture or a sound that our own sniff recognised, or as a download. Nothing
// that a browser could run is ever shown in place.
import { readAudioType, readImageType, withoutUnprintable } from '@percept/core/internal';
import { typeOfSniffed } from '@percept/agent/internal';
import { sniff } from '@percept/ingest';
import type { Disposition } from '@percept/store';

/** What the bytes are, whatever anybody claims. */
export function typeOf(bytes: Uint8Array): string {
  return typeOfSniffed(sniff(bytes));
}

/** Only pictures and sounds of the closed lists are shown in place, and only when that was asked for. */
export function dispositionOf(mime: string, wanted: Disposition): Disposition {
  const isPassive = readImageType(mime) === mime || readAudioType(mime) === mime;
  return isPassive ? wanted : 'attachment';
}

export function contentTypeOf(mime: string): string {
  return mime === 'text/plain' ? 'text/plain; charset=utf-8' : mime;
}

/** RFC 6266: a plain name for everyone, and the whole name for who reads RFC 8187. */
export function contentDisposition(disposition: Disposition, name?: string): string {
  const shown = name === undefined ? '' : withoutUnprintable(name).replaceAll(/[/\\]/g, '_').trim();
  if (shown === '') return disposition;
  const plain = shown.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const whole = encodeURIComponent(shown.toWellFormed()).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === shown ? '' : `; filename*=UTF-8''${whole}`;
  return `${disposition}; filename="${plain}"${extended}`;
}
