// How deep a JSON text nests, counted on its bytes before anything parses it: a parser may survive a million brackets, the
// recursive code behind it does not.

const quote = 0x22;
const backslash = 0x5c;

/** Brackets inside strings do not count. Stops counting at `max`. */
export function isDeeperThan(json: Uint8Array, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > max) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
