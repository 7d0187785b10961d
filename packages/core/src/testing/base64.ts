// Base64 as providers take it: the standard alphabet, padding at the end only. Anything else decodes to undefined.

export function decodeBase64(text: string): Uint8Array | undefined {
  // `atob` passes over what separates lines.
  if (/\s/.test(text)) return undefined;
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  // A loop: `Uint8Array.from` walks the string as a list of strings.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
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
