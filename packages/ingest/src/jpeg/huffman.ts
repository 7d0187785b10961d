// Huffman tables of JPEG: one way in (a table of the file to a lookup by the next 16 bits) and one way out (the counts of
// symbols to the shortest legal codes). ITU-T T.81, annexes C and K.2.

/** By the next 16 bits: the length of the code in the high byte and its symbol in the low one; 0 where there is no code. */
export type HuffmanDecoder = Uint16Array;

/** As a DHT segment spells a table: how many codes there are of each length from 1 to 16, then their symbols. */
export interface HuffmanTable {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** Undefined where the counts name more codes than their lengths allow. */
export function decoderOf({ counts, symbols }: HuffmanTable): HuffmanDecoder | undefined {
  const decoder = new Uint16Array(0x1_0000);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length - 1] ?? 0;
    if (code + count > 1 << length) return undefined;
    for (let nth = 0; nth < count; nth += 1) {
      const entry = (length << 8) | (symbols[index] ?? 0);
      decoder.fill(entry, code << (16 - length), (code + 1) << (16 - length));
      code += 1;
      index += 1;
    }
    code <<= 1;
  }
  return decoder;
}

export interface HuffmanEncoder {
  readonly table: HuffmanTable;
  /** By symbol. */
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

/** The shortest codes for symbols that occur so often; none is longer than 16 bits, and none is all ones. */
export function encoderOf(occurrences: Uint32Array): HuffmanEncoder {
  const counts = limitLengths(codeLengths(occurrences));
  const used = [...occurrences.keys()].filter((symbol) => (occurrences[symbol] ?? 0) > 0);
  // More frequent symbols get shorter codes; equal ones go by their number, so that the same data gives the same file.
  const symbols = used.toSorted(
    (one, other) => (occurrences[other] ?? 0) - (occurrences[one] ?? 0) || one - other,
  );
  const codes = new Uint16Array(256);
  const lengths = new Uint8Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    for (let nth = 0; nth < (counts[length] ?? 0); nth += 1) {
      const symbol = symbols[index] ?? 0;
      codes[symbol] = code;
      lengths[symbol] = length;
      code += 1;
      index += 1;
    }
    code <<= 1;
  }
  const table = { counts: counts.slice(1, 17), symbols: Uint8Array.from(symbols) };
  return { table, codes, lengths };
}

/** Stands for the code of all ones, which no symbol may have. */
const reserved = 256;

/** How many codes there are of each length, by Huffman's own construction. */
function codeLengths(occurrences: Uint32Array): Uint8Array {
  let trees = [...occurrences.keys()]
    .filter((symbol) => (occurrences[symbol] ?? 0) > 0)
    .map((symbol) => ({ weight: occurrences[symbol] ?? 0, leaves: [symbol] }));
  trees.push({ weight: 1, leaves: [reserved] });
  const depths = new Uint8Array(257);
  while (trees.length > 1) {
    trees = trees.toSorted(
      (one, other) => one.weight - other.weight || (other.leaves[0] ?? 0) - (one.leaves[0] ?? 0),
    );
    const [first, second, ...others] = trees;
    if (!first || !second) break;
    const leaves = [...first.leaves, ...second.leaves];
    for (const leaf of leaves) depths[leaf] = (depths[leaf] ?? 0) + 1;
    trees = [{ weight: first.weight + second.weight, leaves }, ...others];
  }
  const counts = new Uint8Array(258);
  for (const depth of depths) if (depth > 0) counts[depth] = (counts[depth] ?? 0) + 1;
  return counts;
}

/** Codes over 16 bits are moved up, as K.2 does it, and the longest code goes to the reserved one. */
function limitLengths(counts: Uint8Array): Uint8Array {
  const at = (length: number): number => counts[length] ?? 0;
  for (let length = counts.length - 1; length > 16; length -= 1) {
    while (at(length) > 0) {
      let shorter = length - 2;
      while (at(shorter) === 0) shorter -= 1;
      counts[length] = at(length) - 2;
      counts[length - 1] = at(length - 1) + 1;
      counts[shorter + 1] = at(shorter + 1) + 2;
      counts[shorter] = at(shorter) - 1;
    }
  }
  let longest = 16;
  while (longest > 0 && at(longest) === 0) longest -= 1;
  counts[longest] = at(longest) - 1;
  return counts;
}
