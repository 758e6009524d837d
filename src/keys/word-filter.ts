/** A Bloom filter with one hash: rules out most words that were never added, without a look-up. */
interface WordFilter {
  add(word: string): void;
  /** false = it was never added; true = it may have been. */
  mayHave(word: string): boolean;
}

/** One bit for each of half a million hashes: its size is constant, and an added word is never lost. */
export function createWordFilter(): WordFilter {
  const bits = new Uint8Array(places / 8);
  return {
    add(word) {
      const place = placeOf(word);
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    },
    mayHave(word) {
      const place = placeOf(word);
      return (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
    },
  };
}

const places = 2 ** 19;

/** FNV-1a, with its upper bits mixed into the lower ones. */
function placeOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (places - 1);
}
