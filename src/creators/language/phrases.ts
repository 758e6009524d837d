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
 * ending. A word before `~` matches with any ending: `finans~` is `finansach`.
 */
export type PhraseEntry<Meaning> = readonly [phrases: string, meaning: Meaning];

/** An entry in tokens. */
export interface ReadEntry<Meaning> {
  phrases: readonly PhraseWord[][];
  meaning: Meaning;
}

/** A word of a phrase, and the key under which a text's word finds it: `=text`, `~beginning` or a stem. */
export interface PhraseWord {
  token: Token;
  key: string;
  exact: boolean;
}

export const readEntry = <Meaning>([phrases, meaning]: PhraseEntry<Meaning>): ReadEntry<Meaning> => ({
  phrases: phrases.split('|').map(readPhrase),
  meaning,
});

function readPhrase(phrase: string): PhraseWord[] {
  const exact = phrase.startsWith('=') && phrase !== '=';
  const words = (exact ? phrase.slice(1) : phrase).split(' ').flatMap((written): PhraseWord[] => {
    const isBeginning = written.length > 2 && written.endsWith('~');
    const tokens = tokensOf(isBeginning ? written.slice(0, -1) : written);
    return tokens.map((token, at) => {
      const begins = isBeginning && at === tokens.length - 1;
      return { token, exact, key: begins ? `~${token.text}` : exact ? `=${token.text}` : token.stem };
    });
  });
  if (words.length === 0 || words.length > maxTokens) throw new Error(`'${phrase}' is not a phrase`);
  return words;
}

/** If two entries share a phrase, the later one wins. */
export function phrasesOf<Meaning>(entries: Iterable<ReadEntry<Meaning>>): Phrases<Meaning> {
  const root: Node<Meaning> = {};
  for (const { phrases, meaning } of entries) for (const words of phrases) insert(root, words, meaning);
  return { at: (tokens, start) => longestPhrase(root, tokens, start, 0) };
}

interface Node<Meaning> {
  /** Most phrases end here, and an empty map of each would take megabytes. */
  next?: Map<string, Node<Meaning>>;
  /** The shortest beginning of a word among the keys. */
  shortest?: number;
  meaning?: Meaning;
}

/** A limit on the length of phrases, which bounds the time of each look-up. */
export const maxTokens = 18;

function insert<Meaning>(root: Node<Meaning>, words: readonly PhraseWord[], meaning: Meaning): void {
  let node = root;
  for (const { key } of words) {
    node.next ??= new Map();
    const next: Node<Meaning> = node.next.get(key) ?? {};
    node.next.set(key, next);
    if (key.startsWith('~') && key.length > 1)
      node.shortest = Math.min(node.shortest ?? key.length - 1, key.length - 1);
    node = next;
  }
  node.meaning = meaning;
}

/** The longest endings that `~` stands for; Turkish words have several at once. */
export const maxEnding = 8;

/** The key of the longest of some beginnings that a word has. */
export function beginningOf(
  text: string,
  keys: ReadonlyMap<string, unknown>,
  shortest: number,
  longest = text.length,
): string | undefined {
  for (let length = longest; length >= Math.max(shortest, text.length - maxEnding); length--) {
    const key = `~${text.slice(0, length)}`;
    if (keys.has(key)) return key;
  }
  return undefined;
}

function longestPhrase<Meaning>(
  { next, meaning, shortest }: Node<Meaning>,
  tokens: readonly Token[],
  start: number,
  length: number,
): FoundPhrase<Meaning> | undefined {
  let best: FoundPhrase<Meaning> | undefined = meaning === undefined ? undefined : { meaning, length };
  const token = tokens[start + length];
  if (!next || !token) return best;
  const rest = (node: Node<Meaning>) => {
    const found = longestPhrase(node, tokens, start, length + 1);
    if (found && found.length > (best?.length ?? 0)) best = found;
  };
  const [exact, stemmed] = [next.get(`=${token.text}`), next.get(token.stem)];
  if (exact) rest(exact);
  if (stemmed) rest(stemmed);
  if (shortest !== undefined && token.text.length >= shortest) {
    let key = beginningOf(token.text, next, shortest);
    while (key !== undefined) {
      rest(next.get(key) as Node<Meaning>);
      key = beginningOf(token.text, next, shortest, key.length - 2);
    }
  }
  // `mid-tier` is `mid tier`; a hyphen at the end does not belong to the phrase
  if (length > 0 && token.text === '-' && token.attached && tokens[start + length + 1]?.text !== '-')
    rest({ next });
  return best;
}
