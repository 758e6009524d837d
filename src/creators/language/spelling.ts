import { nearest } from '../../core/nearest.ts';
import { beginningOf } from './phrases.ts';
import { stemOf, type Token } from './tokens.ts';
import { ordinaryWords } from './words/ordinary.ts';

/** The words of a lexicon, to correct those that are misspelt. */
export interface Spelling {
  isKnown(token: Token): boolean;
  /** The word that a misspelt one means; undefined if it is known, or if none is near enough. */
  corrected(token: Token, language: string): string | undefined;
}

/** A word with a meaning; if it is a beginning, with how many letters may follow. */
export interface SpeltWord {
  token: Token;
  beginning: number;
  /** The language whose misspelt words it may replace, `any`, `place` for a name of a place, or none. */
  replaces: string | undefined;
  /** A name of a place that is written as in its language. */
  asWritten: boolean;
}

export function spellingOf(words: readonly SpeltWord[]): Spelling {
  const correct = new Set([...ordinaryWords, ...ordinaryWords.map(stemOf)]);
  const names = new Map<string, Set<string>>();
  const beginnings = new Map<string, number>();
  for (const { token, beginning, replaces, asWritten } of words) {
    const { text, stem } = token;
    const key = `~${token.text}`;
    if (beginning > 0) beginnings.set(key, Math.max(beginning, beginnings.get(key) ?? 0));
    correct.add(text);
    // of a name in another language, the English stem is no word: `zeland`
    if (!asWritten) correct.add(stem);
    if (replaces === undefined || text.length < minCorrectedLength || !latin.test(text)) continue;
    const group = `${replaces} ${initialOf(text)}`;
    names.set(group, (names.get(group) ?? new Set()).add(text));
  }
  const isKnown = ({ text, stem }: Token): boolean => {
    if (correct.has(text) || correct.has(stem)) return true;
    const key = beginningOf(text, beginnings, 3);
    return key !== undefined && text.length + 1 - key.length <= (beginnings.get(key) ?? 0);
  };
  return {
    isKnown,
    corrected(token, language) {
      const { text } = token;
      if (text.length < minCorrectedLength || !latin.test(text) || isKnown(token)) return undefined;
      const named = (group: string) => [...(names.get(`${group} ${initialOf(text)}`) ?? [])];
      const alike = [...named('any'), ...named(language), ...(language === 'eng' ? named('place') : [])];
      return (
        nearWord(text, alike) ??
        (text.endsWith('s') ? nearWord(text.slice(0, -1), alike) : undefined) ??
        // two letters away from a city in English are too many words of other languages: `colaborado`
        nearWord(text, named('place'), 1)
      );
    },
  };
}

const latin = /^[a-z]+$/;
/** Shorter words are one letter away from too many others. */
const minCorrectedLength = 4;
/** From this length on, one letter may be wrong, missing or too many. */
const minLengthOfOneMistake = 6;
/** From this length on, two letters may be. */
const minLengthOfTwoMistakes = 9;

/** Few people misspell the first letter, so only words with the same one are compared. */
const initialOf = (text: string): string => text.charAt(0);

/** The word that has two letters swapped, otherwise the nearest one that is long enough (assumed: nls-spelling). */
function nearWord(
  text: string,
  words: readonly string[],
  mistakes = text.length < minLengthOfTwoMistakes ? 1 : 2,
): string | undefined {
  const like = words.filter((word) => Math.abs(word.length - text.length) <= mistakes);
  return (
    like.find((word) => areSwapped(text, word)) ??
    nearest(
      text,
      like.filter((word) => word.length >= minLengthOfOneMistake),
      mistakes,
    )
  );
}

function areSwapped(text: string, word: string): boolean {
  if (text.length !== word.length) return false;
  const at = [...text].findIndex((letter, place) => letter !== word[place]);
  return at !== -1 && text === `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`;
}
