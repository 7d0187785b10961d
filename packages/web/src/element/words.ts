// Text from outside as a person may read it: bounded, with the characters that turn text around or hide it made visible.

// Controls except tab and line break, and everything that reorders what follows.
const hidden = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export function visible(text: string): string {
  return text.replace(
    hidden,
    (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** A title, a name, an alternative text: never silently cut. */
export function label(text: string, maxChars = 300): string {
  const rest = text.length - maxChars;
  return rest > 0
    ? `${visible(text.slice(0, maxChars))}… (${count(rest)} more characters)`
    : visible(text);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** @example size(184320) // '180 KB' */
export function size(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const unit = bytes < 1_000_000 ? 'KB' : bytes < 1_000_000_000 ? 'MB' : 'GB';
  const value = bytes / (unit === 'KB' ? 1e3 : unit === 'MB' ? 1e6 : 1e9);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** @example clock(83.4) // '1:23' */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
