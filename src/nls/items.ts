import type { Lexicon } from './lexicon.ts';
import type { Meaning } from './meanings.ts';
import { type Amount, amountAt, type Tongue, tongueOf } from './numbers.ts';
import { type Token, tokensOf } from './tokens.ts';
import { countries } from './words/countries.ts';

/** One part of a description: its meaning and its words. */
export type Item = { text: string } & (
  | Meaning
  | ({ kind: 'amount' } & Amount)
  /** A number of days: `two weeks`. */
  | { kind: 'duration'; days: number }
  | { kind: 'tag' | 'handle' | 'word' | 'break' }
);

export function itemsOf(description: string, lexicon: Lexicon): { items: Item[]; tokens: Token[] } {
  const tokens = tokensOf(description);
  const tongue = tongueOf(tokens);
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { item, length } = itemAt(tokens, at, lexicon, tongue);
    at += length;
    const previous = items.at(-1);
    if (item.kind === 'unit' && previous?.kind === 'amount' && !previous.percent)
      items[items.length - 1] = {
        kind: 'duration',
        text: `${previous.text} ${item.text}`,
        days: previous.value * item.days,
      };
    else items.push(item);
  }
  return { items, tokens };
}

function itemAt(
  tokens: readonly Token[],
  at: number,
  lexicon: Lexicon,
  tongue: Tongue,
): { item: Item; length: number } {
  const token = tokens[at] as Token;
  const phrase = lexicon.phrases.at(tokens, at);
  const number = amountAt(tokens, at, tongue);
  // `a hundred thousand` begins like `a day`: the longer reading wins
  if (number && number.length >= (phrase?.length ?? 0))
    return {
      item: { kind: 'amount', text: textOf(tokens, at, number.length), ...number.amount },
      length: number.length,
    };
  if (phrase)
    return {
      item: { text: textOf(tokens, at, phrase.length), ...phrase.meaning },
      length: phrase.length,
    };
  return { item: { text: token.text, ...lone(token, tokens[at - 1]) }, length: 1 };
}

const textOf = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');

type Lone = Meaning | { kind: 'tag' | 'handle' | 'word' | 'break' };

function lone(token: Token, before: Token | undefined): Lone {
  if (token.kind === 'tag' || token.kind === 'handle') return { kind: token.kind };
  if (token.kind === 'flag') return countryOf(alpha2Of(token.text));
  // `US` is the country; `us` only after a word such as `in`
  if (token.text === 'us' && (token.capitals || places.has(before?.text ?? ''))) return countryOf('US');
  return { kind: breaks.has(token.text) ? 'break' : asides.has(token.text) ? 'glue' : 'word' };
}

const breaks = new Set([...'.,;!?[]•·|、。，؛،']);
const asides = new Set([...':()']);
const places = new Set(['in', 'from', 'the', 'across']);

function countryOf(alpha2: string): Lone {
  const code = countries.find((country) => country.alpha2 === alpha2)?.code;
  return code === undefined
    ? { kind: 'word' }
    : { kind: 'place', countries: [code], languages: [], adjective: false };
}

/** A flag is two regional indicator letters. */
const alpha2Of = (flag: string): string =>
  String.fromCharCode(...[...flag].map((sign) => (sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
