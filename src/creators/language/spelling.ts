import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';

/**
 * Reads unknown words of at least six letters as the known one that has two letters swapped, or one letter more, less or
 * other (assumed: nls-spelling). The first letter must fit.
 */
export function corrected(
  tokens: readonly Token[],
  lexicon: Lexicon,
): { tokens: Token[]; corrections: { written: string; read: string }[] } {
  const corrections: { written: string; read: string }[] = [];
  const all = tokens.map((token): Token => {
    const { text } = token;
    if (token.kind !== 'word' || text.length < minLetters || token.accented || !/^[a-z]+$/.test(text))
      return token;
    const plain = text.replace(/s$/, '');
    const forms = [text, plain, ...(text.endsWith('es') ? [text.slice(0, -2)] : [])];
    if (forms.some((form) => lexicon.phrases.has(form)) || forms.some(lexicon.isWord)) return token;
    const near = lexicon
      .wordsFrom(text.slice(0, 1))
      .find(
        (word) => isNear(text, word) || (plain !== text && plain.length >= minLetters && isNear(plain, word)),
      );
    if (near === undefined) return token;
    corrections.push({ written: text, read: near });
    return { ...token, text: near };
  });
  return { tokens: all, corrections };
}

const minLetters = 6;

/** Whether two words differ by one letter, or by two neighbours that changed places. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
