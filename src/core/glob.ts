/** Only this much of a path is compared, which bounds the cost of a glob. */
const maxPathCharacters = 256;

/** A path as a glob sees it: real clients double a slash (observed), which a glob ignores. */
export const plainPath = (path: string): string => path.slice(0, maxPathCharacters).replace(/\/{2,}/g, '/');

/** Tokens of a glob beside the code points of its characters. */
const one = -1;
const segment = -2;
const any = -3;

/**
 * Compiles a glob to a test of whole paths. Tracks every place in the glob that the text so far can reach, so the cost
 * is at most the product of the two lengths, however many stars there are.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  if (!/[*?]/.test(glob)) return (path) => path === glob;
  const tokens = Int32Array.from(glob.match(/\*{2,}|./gsu) ?? [], tokenOf);
  const end = tokens.length;

  return (path) => {
    let places = new Uint8Array(end + 1);
    let next = new Uint8Array(end + 1);
    places[0] = 1;
    for (const character of path) {
      const code = character.codePointAt(0);
      for (let place = 0; place < end; place++) {
        if (places[place] === 0) continue;
        const token = tokens[place] as number;
        // A star can match nothing, so a place before a star is also a place behind it.
        if (token <= segment) places[place + 1] = 1;
        if (token >= 0 ? token !== code : token !== any && code === slash) continue;
        next[token <= segment ? place : place + 1] = 1;
      }
      if (!next.includes(1)) return false;
      [places, next] = [next, places];
      next.fill(0);
    }
    for (let place = 0; place < end; place++)
      if (places[place] === 1 && (tokens[place] as number) <= segment) places[place + 1] = 1;
    return places[end] === 1;
  };
}

const slash = 0x2f;

function tokenOf(text: string): number {
  if (text.startsWith('**')) return any;
  if (text === '*') return segment;
  return text === '?' ? one : (text.codePointAt(0) as number);
}
