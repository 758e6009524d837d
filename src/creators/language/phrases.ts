import { type Token, tokensOf } from './tokens.ts';

/** Phrases and their meanings. */
export interface Phrases<Meaning> {
  /** The longest phrase that begins at a token. */
  at(tokens: readonly Token[], start: number): FoundPhrase<Meaning> | undefined;
}

export interface FoundPhrase<Meaning> {
  meaning: Meaning;
  /** In tokens. */
  length: number;
}

/**
 * Alternatives are separated by `|`. A phrase after `=` matches exactly; others match with any English
 * ending.
 */
export type PhraseEntry<Meaning> = readonly [phrases: string, meaning: Meaning];

/** An entry in tokens. */
export interface ReadEntry<Meaning> {
  phrases: readonly { tokens: readonly Token[]; exact: boolean }[];
  meaning: Meaning;
}

export const readEntry = <Meaning>([phrases, meaning]: PhraseEntry<Meaning>): ReadEntry<Meaning> => ({
  phrases: phrases.split('|').map(readPhrase),
  meaning,
});

function readPhrase(phrase: string): { tokens: readonly Token[]; exact: boolean } {
  const exact = phrase.startsWith('=');
  const tokens = tokensOf(exact ? phrase.slice(1) : phrase);
  if (tokens.length === 0 || tokens.length > maxTokens) throw new Error(`'${phrase}' is not a phrase`);
  return { tokens, exact };
}

/** If two entries share a phrase, the later one wins. */
export function phrasesOf<Meaning>(entries: Iterable<ReadEntry<Meaning>>): Phrases<Meaning> {
  const root: Node<Meaning> = { next: new Map() };
  for (const { phrases, meaning } of entries)
    for (const { tokens, exact } of phrases) insert(root, tokens, exact, meaning);
  return { at: (tokens, start) => longestPhrase(root, tokens, start, 0) };
}

interface Node<Meaning> {
  next: Map<string, Node<Meaning>>;
  meaning?: Meaning;
}

/** A limit on the length of phrases, which bounds the time of each look-up. */
export const maxTokens = 12;

function insert<Meaning>(
  root: Node<Meaning>,
  tokens: readonly Token[],
  exact: boolean,
  meaning: Meaning,
): void {
  let node = root;
  for (const token of tokens) {
    const key = exact ? `=${token.text}` : token.stem;
    const next: Node<Meaning> = node.next.get(key) ?? { next: new Map() };
    node.next.set(key, next);
    node = next;
  }
  node.meaning = meaning;
}

function longestPhrase<Meaning>(
  { next, meaning }: Node<Meaning>,
  tokens: readonly Token[],
  start: number,
  length: number,
): FoundPhrase<Meaning> | undefined {
  let best: FoundPhrase<Meaning> | undefined = meaning === undefined ? undefined : { meaning, length };
  const token = tokens[start + length];
  for (const node of token ? [next.get(`=${token.text}`), next.get(token.stem)] : []) {
    const found = node && longestPhrase(node, tokens, start, length + 1);
    if (found && found.length > (best?.length ?? 0)) best = found;
  }
  // `mid-tier` is `mid tier`; a hyphen at the end does not belong to the phrase
  if (length > 0 && token?.text === '-' && token.attached && tokens[start + length + 1]?.text !== '-') {
    const found = longestPhrase({ next }, tokens, start, length + 1);
    if (found && found.length > (best?.length ?? 0)) best = found;
  }
  return best;
}
