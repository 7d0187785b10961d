// The spelling of dates, web addresses, kinds and base64, each at least as strict as the formats that JSON Schema names,
// so that whatever passes here passes everywhere.
import { maxUrlChars } from '../limits.ts';

const dateTime =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/;

/** RFC 3339: a date that exists, a time, and an offset. */
export function isDateTime(text: string): boolean {
  const found = dateTime.exec(text);
  if (!found) return false;
  const [year, month, day, hour, minute, second, offsetHour = 0, offsetMinute = 0] = found
    .slice(1)
    .map((digits) => (digits === undefined ? 0 : Number(digits)));
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  return (
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    offsetHour < 24 &&
    offsetMinute < 60
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

const webAddress =
  /^https?:\/\/(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::\d{1,5})?(?:[/?](?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;

/** Absolute, http or https, and without a name or password in it. */
export function isWebUrl(text: string): boolean {
  return text.length <= maxUrlChars && webAddress.test(text) && URL.canParse(text);
}

const kindName = /^(?:x-[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9_-]*[.:/])[A-Za-z0-9._:/-]*$/;

/** A vendor's kind: namespaced (`vendor.acme.plan`, `acme.plan`) or an extension (`x-plan`). */
export function isVendorKind(text: string): boolean {
  return text.length <= 256 && kindName.test(text);
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** How many bytes this base64 stands for; undefined when it is not base64 in its one canonical, padded spelling. */
export function base64Size(text: string): number | undefined {
  if (text.length === 0 || text.length % 4 !== 0 || !base64.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const spare = padding === 2 ? 'AQgw' : 'AEIMQUYcgkosw048';
  if (padding > 0 && !spare.includes(text.charAt(text.length - padding - 1))) return undefined;
  return (text.length / 4) * 3 - padding;
}
