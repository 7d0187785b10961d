// Base64 without Node: written, and read at any offset without decoding what stands before it.

function valueOf(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  // The URL-safe letters are read as well; they are never written.
  if (code === 43 || code === 45) return 62;
  return code === 47 || code === 95 ? 63 : -1;
}

/** Of three bytes each, so that only the last one is padded; as many as a call takes as arguments. */
const pieceBytes = 24_576;

export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes))));
  return pieces.join('');
}

/** Undefined when a letter is not of the alphabet. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const letters = text.slice(0, lettersIn(text)).replaceAll('-', '+').replaceAll('_', '/');
  // What is no letter and `atob` takes all the same: blanks, and padding behind which more of it was cut off here.
  if (/[\s=]/.test(letters)) return undefined;
  let binary: string;
  try {
    binary = atob(letters);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function lettersIn(text: string): number {
  if (text.endsWith('==')) return text.length - 2;
  return text.endsWith('=') ? text.length - 1 : text.length;
}

/** The number of bytes that this base64 stands for. */
function base64Bytes(text: string): number {
  return Math.floor((lettersIn(text) * 3) / 4);
}

/** The number of letters that this many bytes become. */
export function base64Letters(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** What a header is read through: one byte at a time, at any place, -1 where there is none. */
export interface Bytes {
  readonly length: number;
  at(index: number): number;
}

export function overBytes(bytes: Uint8Array): Bytes {
  return { length: bytes.length, at: (index) => bytes[index] ?? -1 };
}

export function overBase64(text: string): Bytes {
  const length = base64Bytes(text);
  return {
    length,
    at: (index) => {
      if (index < 0 || index >= length) return -1;
      const first = Math.floor((index * 4) / 3);
      const high = valueOf(text.charCodeAt(first));
      const low = valueOf(text.charCodeAt(first + 1));
      if (high < 0 || low < 0) return -1;
      const shift = (index % 3) * 2;
      return ((high << (2 + shift)) | (low >> (4 - shift))) & 0xff;
    },
  };
}

/** Whether base64 is well formed, as far as its length and both its ends tell. */
export function looksLikeBase64(text: string): boolean {
  const letters = lettersIn(text);
  if (letters === 0 || letters % 4 === 1) return false;
  if (letters !== text.length && text.length % 4 !== 0) return false;
  const edge = 64;
  for (let index = 0; index < Math.min(edge, letters); index++) {
    if (valueOf(text.charCodeAt(index)) < 0) return false;
    if (valueOf(text.charCodeAt(letters - 1 - index)) < 0) return false;
  }
  return true;
}
