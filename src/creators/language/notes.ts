import type { Passage } from './passage.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Remarks on how a text was read, for the journal. The reply does not show them. */
export function notesOn(
  written: readonly Token[],
  read: readonly Token[],
  { items, claimed, lexicon }: Passage,
): string[] {
  const corrected = written.flatMap(({ text }, at) =>
    read[at]?.text === text ? [] : [`${text} as ${read[at]?.text}`],
  );
  const cities = items.flatMap((item) =>
    item.kind === 'place' && item.city ? [`${item.text} as ${item.countries.join(', ')}`] : [],
  );
  const words = items.flatMap(({ kind, text }, at) =>
    kind === 'word' && !claimed.has(at) && /^\p{L}{3,}$/u.test(text) ? [text] : [],
  );
  const unknown = [...new Set(words)].filter((text) => !lexicon.platforms.at(tokensOf(text), 0));
  return [
    ...noteOf('Read a word as the nearest known one', corrected),
    ...noteOf('Read a place as its country', cities),
    ...noteOf('Not understood', unknown),
  ];
}

const noteOf = (what: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${what}: ${[...new Set(values)].slice(0, maxListed).join('; ')}.`];

const maxListed = 20;
