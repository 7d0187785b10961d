// Makes mutants of a file, the same ones for the same seed: flips, lies in length fields, cuts, copies and transplants.

export type Random = (below: number) => number;

/** A small generator of its own, so that a finding can be made again from its number. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, below);
  };
}

const telling = [
  0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000,
  0xffff_ffff,
];

export function mutate(seed: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(seed);
  for (let rounds = 1 + random(4); rounds > 0 && bytes.length > 0; rounds--) {
    bytes = mutateOnce(bytes, other, random);
  }
  return bytes;
}

function mutateOnce(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  // Headers matter most: half of the changes are near the start.
  const reach = random(2) === 0 ? Math.min(bytes.length, 128) : bytes.length;
  const at = random(reach);
  const length = 1 + random(32);
  switch (random(8)) {
    case 0:
      return bytes.with(at, random(256));
    case 1:
      return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
    case 2:
      return write(bytes, at, telling[random(telling.length)] ?? 0, 1 + random(4), random(2) === 0);
    case 3:
      return bytes.slice(0, at);
    case 4:
      return splice(bytes, at, length, new Uint8Array());
    case 5:
      return splice(bytes, at, 0, bytes.slice(random(bytes.length)).subarray(0, length));
    case 6:
      return splice(
        bytes,
        at,
        random(2) * length,
        other.subarray(random(other.length)).subarray(0, length * 8),
      );
    default:
      return write(bytes, at, random(70_000), 2 + 2 * random(2), random(2) === 0);
  }
}

function splice(bytes: Uint8Array, at: number, drop: number, insert: Uint8Array): Uint8Array {
  const tail = bytes.subarray(Math.min(bytes.length, at + drop));
  const out = new Uint8Array(at + insert.length + tail.length);
  out.set(bytes.subarray(0, at));
  out.set(insert, at);
  out.set(tail, at + insert.length);
  return out;
}

function write(
  bytes: Uint8Array,
  at: number,
  value: number,
  size: number,
  little: boolean,
): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let index = 0; index < size && at + index < out.length; index++) {
    const shift = (little ? index : size - 1 - index) * 8;
    out[at + index] = (value >>> shift) & 255;
  }
  return out;
}
