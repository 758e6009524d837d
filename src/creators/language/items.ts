import type { Lexicon } from './lexicon.ts';
import { loneMeaning } from './lone.ts';
import type { Meaning } from './meanings.ts';
import { type Amount, amountAt, type NumberStyle, numberStyleOf } from './numbers.ts';
import type { Token } from './tokens.ts';

/** One part of a description: what it means and its words. */
export type Item = { text: string } & (
  | Meaning
  | ({ kind: 'amount' } & Amount)
  /** A number of days: `two weeks`. */
  | { kind: 'duration'; days: number }
  | { kind: 'tag' | 'handle' | 'word' | 'break' }
);

export type ItemKind = Item['kind'];

export function itemsOf(tokens: readonly Token[], lexicon: Lexicon): Item[] {
  const style = numberStyleOf(tokens);
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { item, length } = itemAt(tokens, at, lexicon, style);
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
  return items;
}

function itemAt(
  tokens: readonly Token[],
  at: number,
  lexicon: Lexicon,
  style: NumberStyle,
): { item: Item; length: number } {
  const token = tokens[at] as Token;
  const phrase = lexicon.phrases.at(tokens, at);
  const number = amountAt(tokens, at, style);
  if (isMinus(tokens, at)) return { item: { kind: 'not', text: token.text }, length: 1 };
  if (token.text === 'no' && style.portuguese) return { item: { kind: 'glue', text: token.text }, length: 1 };
  // `a hundred thousand` begins like `a day`: the longer reading wins
  if (number && number.length >= (phrase?.length ?? 0))
    return {
      item: { kind: 'amount', text: joinedText(tokens, at, number.length), ...number.amount },
      length: number.length,
    };
  if (phrase)
    return {
      item: { text: joinedText(tokens, at, phrase.length), ...phrase.meaning },
      length: phrase.length,
    };
  return { item: { text: token.text, ...loneMeaning(token, tokens[at - 1]) }, length: 1 };
}

/** `fitness -yoga`, as in web searches. */
function isMinus(tokens: readonly Token[], at: number): boolean {
  const [sign, word] = tokens.slice(at, at + 2);
  return sign?.text === '-' && !sign.attached && word?.kind === 'word' && word.attached;
}

const joinedText = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');
