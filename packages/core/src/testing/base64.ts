// Base64 as providers take it: the standard alphabet, padding at the end only. Anything else decodes to undefined.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const codes: Int16Array = new Int16Array(128).fill(-1);
for (let index = 0; index < alphabet.length; index++) codes[alphabet.charCodeAt(index)] = index;

export function decodeBase64(text: string): Uint8Array | undefined {
  const end = text.endsWith('==')
    ? text.length - 2
    : text.endsWith('=')
      ? text.length - 1
      : text.length;
  if (text.length % 4 === 1 || end % 4 === 1) return undefined;
  if (end !== text.length && text.length % 4 !== 0) return undefined;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let held = 0;
  let bits = 0;
  let written = 0;
  for (let index = 0; index < end; index++) {
    const code = codes[text.charCodeAt(index)] ?? -1;
    if (code < 0) return undefined;
    held = ((held << 6) | code) & 0xff_ff_ff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

export interface DataUrl {
  readonly mime: string;
  readonly base64: string;
}

/** `data:image/png;base64,…`; a data URL without base64 has no payload that a provider would take. */
export function readDataUrl(url: string): DataUrl | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const head = comma < 0 ? url.slice(5) : url.slice(5, comma);
  const [mime = '', ...parameters] = head.split(';');
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64');
  return {
    mime: mime.trim().toLowerCase(),
    base64: comma >= 0 && isBase64 ? url.slice(comma + 1) : '',
  };
}
