import type { Item, ItemOf } from '../items.ts';
import type { Parts } from '../parts.ts';
import type { Reading } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { excluding, norWords, onlyWords, orWords, prepositions, situated } from '../words/joints.ts';
import { conjunction } from './ranges.ts';

/** Words for others that are excluded, whatever the kind: `excluding shooters and anyone from Russia`. */
export const anyWords = wordSet(
  'anything anyone anybody everything everyone everybody those cualquier cualquiera qualquer quiconque jeden alle chiunque qualsiasi iedereen wszystko',
);
/** `fuera los de España y los que tengan más de 200k` */
const thoseWords = new Set(
  'die mit|die aus|quelli di|quelli con|quelle di|quelle con|ceux de|ceux avec|los de|las de|os de|os com|die met|die uit|tych z|тех с|тех, у кого|тех, кто|тех, которые|tych, ktorzy|tych, ktore|solche, die|solchen, die|denen, die|los que|las que|quienes|os que|as que|quem|ceux qui|celles qui|ceux|celles|quelli che|quelle che|chi'.split(
    '|',
  ),
);

/** A yes or no that is no, or what is excluded. */
export const saysNo = (item: Item | undefined): boolean =>
  isNegated(item) ||
  (item?.kind === 'read' &&
    item.reading.as === 'either' &&
    item.reading.conditions.every(({ value }) => value === false));
export const isNegatedReading = ({ negated }: Reading): boolean => negated !== undefined;
export const isNegated = (item: Item | undefined): boolean =>
  item?.kind === 'read' && isNegatedReading(item.reading);

export const textBetween = (items: readonly Item[], one: number, other: number): string =>
  items
    .slice(Math.min(one, other), Math.max(one, other) + 1)
    .map(({ text }) => text)
    .join(' ');

const placeFilters: ReadonlySet<string> = new Set(['country', 'mainLanguage', 'mainAudienceLocation']);
export const isOfPlaces = (reading: Reading): boolean =>
  reading.as === 'texts' && placeFilters.has(reading.filter);

/**
 * A negation holds for a list of one kind up to its last conjunction: `not from Spain, France or Italy`; in
 * `no gaming, fitness creators` it ends at the comma. Of a whole, all conditions go together: `no gaming creators from
 * India` excludes those that are both.
 */
export function groupsFrom(
  parts: Parts,
  first: number,
  whole: boolean,
  hasHead: boolean,
  letters: string,
): number[][] | undefined {
  const groups = [[first]];
  const open: number[][] = [];
  let head = hasHead;
  for (let at = first; ; ) {
    const between =
      /^[gihkfqE_]*(?:,?[gj]*)[gihkfE]*/.exec(letters.slice(at + 1, at + 1 + maxItems))?.[0] ?? '';
    const next = at + 1 + between.length;
    const joint = /[j,]/.test(between);
    const reading = letters[next] === 'K' ? readingAt(parts, next) : undefined;
    if (says(parts, at + 1, next, onlyWords) || textBetween(parts.items, at + 1, next).includes('('))
      return groups;
    // `que no sean de México, Chile ni Perú`
    if (letters[next] === 'x' && norWords.has(parts.items[next]?.text ?? '')) return [...groups, ...open];
    // `no gaming or politics`, `not from Spain, Foo and Italy`: a part of the list is not understood
    if (
      letters[next] === '?' &&
      !(between === '' && isLastVerb(parts, next)) &&
      isListed(between, letters.slice(next, next + maxItems))
    )
      return undefined;
    // `not from the US, sunny Spain or Italy`
    if (/^\?g?K/.test(letters.slice(next)) && between.includes(',')) {
      const [one, other] = [readingAt(parts, at), readingAt(parts, letters.indexOf('K', next))];
      if (one && other && isOfPlaces(one) && sameKind(one, other)) return undefined;
    }
    if (!reading || !isNegatable(reading)) return isEndOfPlaces(parts, at) ? [...groups, ...open] : groups;
    const current = readingAt(parts, at) as Reading;
    if (!joint) {
      if (conjunction.test(parts.items[next]?.text ?? '')) return groups;
      head ||= between.includes('i') || (between === 'h' && creatorWord.test(parts.items[at]?.text ?? ''));
      if (
        !whole ||
        !(head || (between === '' && !('filter' in current && current.filter === 'mainLanguage')))
      )
        return groups;
      (open.at(-1) ?? groups.at(-1))?.push(next);
    } else if (!saysOr(parts, at + 1, next) && says(parts, at + 1, next, situated)) {
      return groups;
    } else if (
      !whole &&
      isOfPlaces(current) &&
      sameKind(current, reading) &&
      !saysOr(parts, at + 1, next) &&
      says(parts, at + 2, next, prepositions)
    ) {
      return undefined;
    } else if (
      /j/.test(between) &&
      (sameKind(current, reading) ||
        saysOr(parts, at + 1, next) ||
        saysAny(parts, at + 1, next) ||
        says(parts, at + 1, next, thoseWords))
    ) {
      groups.push(...open.splice(0), [next]);
    } else if (whole && saysAny(parts, at + 1, next) && saysAny(parts, Math.max(0, first - 3), first)) {
      // `exclude anyone verified, anyone from Russia, and anyone over 150k`
      groups.push(...open.splice(0), [next]);
    } else if (!/j/.test(between) && sameKind(current, reading)) open.push([next]);
    else {
      const verdict = mixed(parts, at, next, between);
      if (verdict === 'none') return groups;
      if (verdict === 'unclear') return undefined;
      groups.push(...open.splice(0), [next]);
    }
    at = next;
  }
}

/**
 * `exclude Spain and verified accounts` excludes both, `no Spain and verified accounts` may, and in
 * `without sponsors and from Spain` or `no ads and 10k` the second one is wanted.
 */
function mixed(parts: Parts, at: number, next: number, between: string): 'both' | 'unclear' | 'none' {
  const negation = parts.items.slice(0, at).findLast(({ kind }) => kind === 'not') as
    | ItemOf<'not'>
    | undefined;
  const isExclusion = excluding.test(negation?.text ?? '');
  const reading = readingAt(parts, next);
  const isBound = reading?.as === 'bounds' || reading?.as === 'size';
  if (saysNo(parts.items[next])) return 'none';
  // `exclude verified accounts and creators from Spain`
  if (isExclusion && /j[^K]*i/.test(between) && !isBound) return 'both';
  // `except Spain, verified, and sponsored ones`
  const rest = /^(?:g?,g?K){0,4}g?,?g?jg?[K?](?=g?i?g?(?:[.,]|$))/.exec(parts.after(next))?.[0];
  if (isExclusion && between === ',' && rest !== undefined) {
    const end = next + rest.length;
    if (isPlainList(parts, next, end)) return rest.endsWith('K') ? 'both' : 'unclear';
  }
  const isPlain =
    /^i?,?g?jg{0,2}$/.test(between) &&
    !says(parts, at + 1, next, wantedLinks) &&
    /^(?:either|texts)$/.test(reading?.as ?? '') &&
    !/^\S* ?(?:who|that|whose|que|qui|die|che|ktorzy|котор|yang|from|in|de|aus) /.test(
      `${parts.items[next]?.text} `,
    );
  // `exclude Spain and verified ones`
  if (isPlain && isExclusion) return endsNamed(parts, next) ? 'both' : 'unclear';
  // `not Spain and verified`; in `not from Spain and verified` or `not Spain and active this week` the second is wanted
  const isYesOrNo =
    reading?.as === 'either' && reading.subject !== 'lastPublishTime' && !negation?.placesOnly;
  return isPlain && (isYesOrNo || negation?.whole === true || genitive.has(parts.language))
    ? 'unclear'
    : 'none';
}
/** `verified ones`, `verified accounts` */
const endsNamed = (parts: Parts, at: number): boolean =>
  /^g?i/.test(parts.after(at)) ||
  parts.items[at + 1]?.text === 'ones' ||
  creatorWord.test(parts.items[at]?.text ?? '');
const isPlainList = (parts: Parts, from: number, to: number): boolean =>
  !says(parts, from + 1, to + 1, wantedLinks) &&
  parts.items
    .slice(from, to + 1)
    .every((item) => item.kind !== 'read' || /^(?:either|texts)$/.test(item.reading.as));
/** Languages whose nouns show by their case what a negation reaches. */
const genitive: ReadonlySet<string> = new Set(['pol', 'rus']);
const wantedLinks = wordSet(
  "should should've must must've need needs muss sollte sollten debe deben doit doivent deve devono devem moet moeten powinni должны " +
    'with from in de en con avec mit aus von com em da di met uit van z ze w с со из в dari di dengan yang are is son sono sind zijn',
);

/** `exclude France, Spain; 10k followers`: who wants Spain needs no word about France. */
const isEndOfPlaces = (parts: Parts, at: number): boolean => {
  const reading = readingAt(parts, at);
  return reading !== undefined && isOfPlaces(reading) && /^g*(?:[.,:]|$)/.test(parts.after(at));
};

/** The end of a phrase such as `verified accounts`. */
const creatorWord =
  /(?:account|creator|channel|profile|influencer|cuenta|canal|conta|perfi|compte|chaine|konten|kanal|konto|hesap|akun|аккаунт|канал)\S*$/;

/** In items. */
export const maxItems = 8;

/** `Wir würden gern Creator, nicht aus Spanien, kennenlernen` */
const isLastVerb = (parts: Parts, at: number): boolean =>
  /^(?:deu|nld)$/.test(parts.language) &&
  /..en$/.test(parts.items[at]?.text ?? '') &&
  /^(?:$|[.,])/.test(parts.after(at));

/** Whether unknown words belong to a list: after a conjunction, or between its commas. */
const isListed = (between: string, from: string): boolean =>
  /j/.test(between) ||
  !/[,g]/.test(between) ||
  (between.includes(',') && /^[?g]{1,3}(?:$|[.,j]+[gj]*(?:K|$))/.test(from));

export const says = ({ items }: Parts, from: number, to: number, words: ReadonlySet<string>): boolean =>
  items.slice(from, to).some(({ text }) => words.has(text));
/** Before a reading, or as its first word. */
const saysAny = (parts: Parts, from: number, next: number): boolean =>
  says(parts, from, next, anyWords) || anyWords.has(parts.items[next]?.text.split(' ')[0] ?? '');
const saysOr = (parts: Parts, from: number, to: number): boolean => says(parts, from, to, orWords);

export const readingAt = ({ items }: Parts, at: number): Reading | undefined => {
  const item = items[at];
  return item?.kind === 'read' ? item.reading : undefined;
};

export const isNegatable = ({ as }: Reading): boolean => as !== 'order' && as !== 'count';

const kindOf = (reading: Reading): string =>
  reading.as === 'texts' ? reading.filter : 'subject' in reading ? reading.subject : reading.as;
export const sameKind = (one: Reading, other: Reading): boolean => kindOf(one) === kindOf(other);
