import type { Item, Meaning } from './items.ts';
import { type Lexicon, maxWords } from './lexicon.ts';
import { corrected } from './spelling.ts';
import { type Token, tokensOf } from './tokens.ts';
import { numberInWords } from './written-numbers.ts';

/** The parts of a description, and the misspelt words that were read as known ones. */
export interface Phrased {
  items: Item[];
  corrections: { written: string; read: string }[];
  /** Words that nobody knows. */
  unknown: string[];
  /** Words that are English, or could be. */
  known: number;
}

/** Reads tokens as phrases: at each place the longest one counts. */
export function itemsOf(description: string, lexicon: Lexicon): Phrased {
  const { tokens, corrections } = corrected(tokensOf(description), lexicon);
  const items: Item[] = [];
  const unknown: string[] = [];
  let known = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const written = numberInWords(tokens, at);
    const phrase = written ? undefined : phraseAt(tokens, at, lexicon);
    const length = written?.length ?? phrase?.length ?? 1;
    const text = tokens
      .slice(at, at + length)
      .map((each) => each.text)
      .join(' ');
    if (written) items.push({ kind: 'number', text, ...written.number });
    else if (phrase) items.push({ text, ...phrase.meaning });
    else items.push(aloneItem(token, tokens[at - 1], lexicon));
    if (items.at(-1)?.kind === 'word') unknown.push(token.text);
    else if (token.kind === 'word') known += length;
    at += length;
  }
  return { items, corrections, unknown, known };
}

/** The longest phrase from here on, its last word in the singular or the plural. */
function phraseAt(
  tokens: readonly Token[],
  at: number,
  { phrases }: Lexicon,
): { meaning: Meaning; length: number } | undefined {
  if (isPronoun(tokens, at)) return undefined;
  const words: string[] = [];
  for (const { kind, text } of tokens.slice(at, at + maxWords)) {
    if (
      kind !== 'word' &&
      (kind !== 'sign' || /[,.;:!?()|]/.test(text)) &&
      !(kind === 'number' && /^\d+$/.test(text))
    )
      break;
    words.push(text);
  }
  for (let length = words.length; length > 0; length--) {
    const start = words.slice(0, length - 1);
    const last = words[length - 1] ?? '';
    for (const form of formsOf(last)) {
      const meaning =
        phrases.get([...start, form].join(' ')) ??
        // `parents with toddlers`: a plural within the phrase
        (start.length > 0 ? phrases.get([...start.map(singular), form].join(' ')) : undefined);
      if (meaning && !(length === 1 && tokens[at]?.kind === 'number')) return { meaning, length };
    }
  }
  return undefined;
}

/** `us` is the country in capitals, or where a place stands. */
const isPronoun = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.text !== 'us' || token.capitals) return false;
  return !/^(?:in|the|from|or|and|,|\/|not|outside|non|within|across|\(|:)?$/.test(
    tokens[at - 1]?.text ?? '',
  );
};

const singular = (word: string): string => formsOf(word)[1] ?? word;

/** A word, and its singular. */
function formsOf(word: string): string[] {
  const bare = word.replace(/'s?$/, '');
  const forms = [word];
  if (bare !== word) forms.push(bare);
  if (/[^s]s$/.test(bare) && bare.length > 2) forms.push(bare.slice(0, -1));
  if (/(?:s|x|ch|sh|o)es$/.test(bare)) forms.push(bare.slice(0, -2));
  if (/[a-z]ies$/.test(bare)) forms.push(`${bare.slice(0, -3)}y`);
  if (/men$/.test(bare)) forms.push(bare.replace(/men$/, 'man'));
  return forms;
}

/** A token that is in no phrase. */
function aloneItem(token: Token, before: Token | undefined, { countries }: Lexicon): Item {
  const { text } = token;
  if (token.kind === 'number') return token;
  if (token.kind === 'tag' || token.kind === 'handle') return { kind: token.kind, text };
  const code =
    token.kind === 'flag'
      ? flagLetters(text)
      : token.kind === 'word' && token.capitals && isListed(before)
        ? text.toUpperCase()
        : '';
  const country = countries.get(code);
  if (country && !(token.kind === 'word' && ordinaryCodes.has(text)))
    return { kind: 'place', text, countries: [country], languages: [], city: false, adjective: false };
  if (text === 'us') return { kind: 'glue', text };
  if (token.kind === 'word') return { kind: 'word', text };
  if (/^[,|()•·*\n"“”]$/.test(text)) return { kind: 'comma', text };
  if (/^[.;!?[\]]$/.test(text)) return { kind: 'stop', text };
  if (text === ':') return { kind: 'colon', text };
  return { kind: 'glue', text };
}

/** `in DE`, `DE, AT`: elsewhere a word in capitals is a word. */
const isListed = (before: Token | undefined): boolean =>
  /^(?:in|from|country|=|:|,|\/|\||or|and|&|•|·|\()?$/.test(before?.text ?? '') || before?.kind === 'flag';
const ordinaryCodes: ReadonlySet<string> = new Set(
  'pr no am pm tv id in is me my so to at be it er ai la as an do'.split(' '),
);

/** A flag is two regional indicator letters. */
const flagLetters = (flag: string): string =>
  String.fromCharCode(...[...flag].map((sign) => (sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
