// Which addresses may be loaded or followed. The decision is made on the parsed URL, so odd spelling changes nothing, and
// whoever reads an address sees the host that the browser would really ask.
import { label } from './words.ts';

export type Address =
  | { readonly state: 'allowed' | 'foreign'; readonly href: string; readonly host: string }
  | { readonly state: 'refused'; readonly reason: string };

/** Media: the page's own origin, its own blobs and the listed origins load; other hosts only when a person says so. */
export function mediaAddress(text: string, origins: readonly string[]): Address {
  const url = parse(text);
  if (!url) return refused(`The address is not a URL: ${label(text, 120)}`);
  if (!/^(https?|blob):$/.test(url.protocol)) return refusedScheme(url, text);
  const known =
    url.origin === location.origin || origins.some((it) => parse(it)?.origin === url.origin);
  if (url.protocol === 'blob:' && !known) return refusedScheme(url, text);
  return { state: known ? 'allowed' : 'foreign', href: url.href, host: url.host || location.host };
}

/** Links: the web and mail, nothing that runs. */
export function linkAddress(text: string): Address {
  const url = parse(text);
  if (!url) return refused(`The address is not a URL: ${label(text, 120)}`);
  if (!/^(https?|mailto):$/.test(url.protocol)) return refusedScheme(url, text);
  const known = url.origin === location.origin;
  return { state: known ? 'allowed' : 'foreign', href: url.href, host: url.host || url.pathname };
}

/** What reads like a host in words, wherever it stands: before a path, behind a name, in a query; in any script. */
const hostLike = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.-]*\.[\p{L}\d][\p{L}\p{N}\p{M}-]+(?::\d+)?/gu;

/** As an eye reads it: without what is drawn as nothing, and every dot a dot. */
function asRead(words: string): string {
  return words
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\u3002\uff0e\uff61\u2024\u00b7\u0701\u0702]/g, '.')
    .trim()
    .toLowerCase();
}

/** Whether the words of a link name the host that it leads to, and no other that it could be taken for. */
export function namesHost(words: string, host: string): boolean {
  const shown = asRead(words);
  if (shown === host) return true;
  const named = shown.match(hostLike) ?? [];
  return named.length > 0 && named.every((name) => name === host);
}

/** Whether the words read like another host than the one that the link leads to. */
export function namesAnother(words: string, host: string): boolean {
  return (asRead(words).match(hostLike) ?? []).some((name) => name !== host);
}

function parse(text: string): URL | undefined {
  return URL.parse(text, document.baseURI) ?? undefined;
}

function refusedScheme(url: URL, text: string): Address {
  return refused(`${url.protocol} addresses are not opened: ${label(text, 120)}`);
}

function refused(reason: string): Address {
  return { state: 'refused', reason };
}
