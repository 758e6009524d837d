import type { Meaning } from './meanings.ts';
import { type Token, wordSet } from './tokens.ts';
import { countries, europe } from './words/countries.ts';

type LoneMeaning = Meaning | { kind: 'tag' | 'handle' | 'word' | 'sign' | 'break' | 'stop' | 'colon' };

/** The meaning of a token that is in no phrase. */
export function loneMeaning(token: Token, before: Token | undefined): LoneMeaning {
  if (token.kind === 'tag' || token.kind === 'handle') return { kind: token.kind };
  if (token.kind === 'flag') return countryOf(alpha2Of(token.text));
  // `US` is the country; `us` only after a word such as `in`, or at the start
  if (
    token.text === 'us' &&
    !askWords.has(before?.text ?? '') &&
    (token.capitals || placePrefixes.has(before?.text ?? ''))
  )
    return countryOf('US');
  if (token.text === 'la' && token.capitals && /^(?:in|from|or|and|,|\/)$/.test(before?.text ?? ''))
    return countryOf('US');
  if (token.text === 'eu' && (token.capitals || /^(?:in|the|across|from|outside)$/.test(before?.text ?? '')))
    return { kind: 'place', countries: europe.split(' '), languages: [], adjective: false };
  if (token.capitals && codeMarks.has(before?.text ?? '')) {
    const written = token.text.toUpperCase();
    const code = countries.find(
      (country) =>
        country.code === written ||
        (listMarks.has(before?.text ?? '') && country.alpha2 === written && !noCodes.has(token.text)),
    )?.code;
    if (code !== undefined) return countryMeaning(code);
  }
  return { kind: signs.get(token.text) ?? 'word' };
}

/** `DE/AT`: a code of a country beside a stroke; `dogs DE, 10k`: or last in its clause. */
export function codeAt(tokens: readonly Token[], at: number): LoneMeaning | undefined {
  const { text = '', capitals } = tokens[at] ?? {};
  // `EE. UU.`
  if (!capitals || tokens[at + 2]?.text === 'uu') return undefined;
  const [before = '', after = ','] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
  const isEnd = /^[,|;)·.]$/.test(after) || (/^[–—-]$/.test(after) && !tokens[at + 2]?.attached);
  const isLast = isEnd && tokens[at - 1]?.capitals === false;
  const isListed = isLast || [before, after].includes('/');
  const meaning = isListed && !alsoCodes.has(text) ? countryOf(text.toUpperCase()) : undefined;
  return meaning?.kind === 'place' ? meaning : undefined;
}
/** Codes that are words, too. */
const alsoCodes = wordSet('it no in er ai tv me am la');

const signs = new Map<string, 'break' | 'stop' | 'colon' | 'glue' | 'sign'>([
  ...kinds(',،、|·•・', 'break'),
  ...kinds('.;!?。；؛[]', 'stop'),
  ...kinds(':：', 'colon'),
  ...kinds('()*', 'glue'),
  ...kinds('"“”„«»', 'sign'),
  ...'but pero aber maar но ama tapi tetapi لكن ولكن mas ma mais ale однако लेकिन porem contudo cependant toutefois jedoch allerdings echter jednak lecz ancak fakat namun 但 मगर'
    .split(' ')
    .map((word) => [word, 'break'] as const),
]);
const placePrefixes = new Set([
  '',
  'in',
  'from',
  'the',
  'across',
  'nor',
  'neither',
  'or',
  'outside',
  'not',
  'non',
]);
const askWords = wordSet('tell give show contact help find get let join with for of need');
/** `country=ITA`, `in ITA`: elsewhere CAN is a word in capitals. */
const codeMarks = new Set(['=', ':', 'in', 'from', 'country', ',', '|', '•', '·']);
const listMarks = new Set([':', '|', '•', '·', ',']);
const noCodes = wordSet('pr no am pm tv id in is me my so to at be');

function kinds<Kind extends string>(text: string, kind: Kind): [string, Kind][] {
  return [...text].map((sign) => [sign, kind]);
}

function countryOf(alpha2: string): LoneMeaning {
  const code = countries.find((country) => country.alpha2 === alpha2)?.code;
  return code === undefined ? { kind: 'word' } : countryMeaning(code);
}

const countryMeaning = (code: string): LoneMeaning => ({
  kind: 'place',
  countries: [code],
  languages: [],
  adjective: false,
});

/** A flag is two regional indicator letters. */
const alpha2Of = (flag: string): string =>
  String.fromCharCode(...[...flag].map((sign) => (sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
