import type { Item, ItemOf } from './items.ts';
import type { Parts } from './parts.ts';

/** Wishes that belong together: one list, or what is excluded together. */
export interface Group {
  wishes: ItemOf<'wish'>[];
  negated: boolean;
  /** `no creators from Spain with less than 10k`: those that meet both. */
  together: boolean;
  /** The list has a conjunction. */
  isJoined: boolean;
}

const between: readonly Item['kind'][] = [
  'creator',
  'content',
  'audience',
  'either',
  'ask',
  'active',
  'speaking',
  'mostly',
  'client',
  'steady',
  'per',
  'colon',
  'within',
];

/** Finds what each negation reaches. A negation that reaches nothing is refused. */
export function groupsOf(parts: Parts): Group[] {
  refuseAlternatives(parts);
  const groups: Group[] = [];
  const seen = new Set<number>();
  for (const [place, { kind }] of parts.items.entries()) {
    if (kind === 'wish' && !seen.has(place)) groups.push(...plainGroup(parts, place, seen));
    if (kind === 'not' || kind === 'notList') groups.push(...negatedGroup(parts, place, seen));
  }
  return groups;
}

const wishesAt = (parts: Parts, places: readonly number[]): ItemOf<'wish'>[] =>
  places.map((each) => parts.at(each) as ItemOf<'wish'>);

/** A list of wishes without a negation before it. One may stand behind it, or say that it does not matter. */
function plainGroup(parts: Parts, place: number, seen: Set<number>): Group[] {
  const list = listFrom(parts, place, false);
  for (const each of list) seen.add(each);
  const end = list.at(-1) ?? place;
  const isJoined = parts.items.slice(place, end).some(({ kind }) => kind === 'and' || kind === 'or');
  const closed = parts.after(end, ...between);
  const either = parts.before(place, ...between);
  const isFine = /fine|ok|welcome/.test(parts.at(closed)?.text ?? '');
  const isOptional =
    parts.is(closed, 'optional') && (!isFine || wishesAt(parts, list).every(({ otherwise }) => otherwise));
  if (isOptional || parts.is(either, 'anyway')) {
    for (const each of list) parts.items[each] = { kind: 'harmless', text: parts.words(each, closed + 1) };
    parts.take(isOptional ? closed : either);
    return [];
  }
  // `Blue tick: no`
  const isAnswered =
    parts.is(end + 1, 'colon') &&
    parts.is(closed, 'not') &&
    (parts.is(closed + 1, 'stop', 'comma') || parts.at(closed + 1) === undefined);
  const negated = isOut(parts, closed) || isAnswered;
  if (negated) parts.take(closed);
  return [{ wishes: wishesAt(parts, list), negated, together: false, isJoined }];
}

/** The reach of the negation at a place: a list, and what belongs to the same noun phrase. */
function negatedGroup(parts: Parts, place: number, seen: Set<number>): Group[] {
  const { kind, text } = parts.at(place) as ItemOf<'not' | 'notList'>;
  let [next, flips] = [place, 0];
  while (parts.is(next, 'not', 'notList')) {
    flips += 1;
    next = parts.after(next, ...between);
  }
  if (!parts.is(next, 'wish') || seen.has(next)) {
    // all that were passed reach as little
    if (!parts.is(next, 'refused'))
      for (let at = place; at < next; at++) if (parts.is(at, 'not', 'notList')) parts.refuse([], at);
    return [];
  }
  // `Exclude: …`, `not interested in: …`
  const isHeading = parts.items.slice(place, next).some((each) => each.kind === 'colon');
  const isWhole = kind === 'notList' || /^(?:no|without|zero|neither)$/.test(text);
  const covered = isHeading ? wishesUntilStop(parts, next) : listFrom(parts, next, true, isWhole);
  const last = covered.at(-1) ?? next;
  const isNoun = kind === 'notList' || /^(?:no|nobody|no one|none)$/.test(text);
  const isPeople =
    /^(?:nobody|no one|none)$/.test(text) ||
    parts.items.slice(place, next).some((each) => each.kind === 'creator') ||
    parts.is(parts.after(next), 'creator');
  const joined = isNoun && isPeople ? joinedTo(parts, last) : [];
  for (const each of [...covered, ...joined]) seen.add(each);
  for (let at = place; at < last; at++) if (parts.is(at, 'not', 'notList')) parts.take(at);
  const closed = parts.after(last, ...between);
  if (isOut(parts, closed)) {
    flips += 1;
    parts.take(closed);
  }
  if (!isHeading) refuseUnclearReach(parts, last, kind, seen);
  const wishes = wishesAt(parts, [...covered, ...joined]);
  if (wishes[0]) wishes[0].text = `${text} ${wishes[0].text}`;
  return [{ wishes, negated: flips % 2 === 1, together: joined.length > 0, isJoined: false }];
}

/** `no sponsors and verified`, `except verified and from Spain`: the negation may reach the last one, or not. */
function refuseUnclearReach(
  parts: Parts,
  last: number,
  kind: 'not' | 'notList',
  seen: ReadonlySet<number>,
): void {
  const separator = parts.after(last);
  const next = parts.after(separator, 'and');
  const item = parts.at(next);
  if (item?.kind !== 'wish' || seen.has(next)) return;
  const isBadge = /^(?:isAccountVerified|hasSponsors)$/.test(item.subject);
  if (!isBadge && (kind === 'not' || !/^(?:country|mainLanguage|niches)$/.test(item.subject))) return;
  const isListed =
    isBadge &&
    kind === 'notList' &&
    parts.is(separator, 'comma') &&
    !/only/.test(parts.at(next + 1)?.text ?? '');
  if (parts.is(separator, 'and') || isListed) parts.items[next] = { kind: 'refused', text: item.text };
}

/** `… are excluded`, `dead accounts out.` */
const isOut = (parts: Parts, place: number): boolean => {
  const glue = parts.items.slice(place - 2, place).findLast(({ text }) => text === 'out');
  return (
    parts.is(place, 'notAfter') ||
    (glue !== undefined && (parts.is(place, 'stop', 'comma') || parts.at(place) === undefined))
  );
};

/** All wishes behind a heading: `Exclude: Germany, sponsored creators.` */
function wishesUntilStop(parts: Parts, start: number): number[] {
  const found: number[] = [];
  for (let at = start; parts.at(at) && !parts.is(at, 'stop') && parts.at(at)?.text !== '\n'; at++) {
    if (endsExclusion(parts, at)) break;
    if (parts.is(at, 'wish')) found.push(at);
  }
  return found;
}

/** `no gaming, just cars`, `no gaming, cars instead`: what is wanted begins. */
const endsExclusion = (parts: Parts, place: number): boolean =>
  /^(?:just|only|simply|purely|exclusively|but|rather|instead)$/.test(parts.at(place)?.text ?? '');

/** `over 100k or verified`, `verified if over 100k`: no search knows either, and no other `if`. */
function refuseAlternatives(parts: Parts): void {
  for (const [place, { text }] of [...parts.of('or', 'glue')]) {
    if (text !== 'or' && text !== 'if') continue;
    const [one, other] = [parts.at(parts.before(place, 'creator')), parts.at(parts.after(place, 'creator'))];
    if (text === 'if') {
      const isBetween = one?.kind === 'wish' && other?.kind === 'wish';
      parts.items[place] = {
        kind: 'refused',
        text: isBetween ? `${one.text} if ${other.text}` : parts.words(place, place + 3),
      };
      continue;
    }
    if (one?.kind !== 'wish' || other?.kind !== 'wish' || one.subject === other.subject) continue;
    const clause = parts.items
      .slice(0, place)
      .findLastIndex(({ kind }) => kind === 'stop' || kind === 'contrast');
    const isNegated = parts.items
      .slice(clause + 1, place)
      .some(({ kind }) => kind === 'not' || kind === 'notList');
    if (!isNegated) parts.items[place] = { kind: 'refused', text: `${one.text} ${text} ${other.text}` };
  }
}

/** The places of a list of wishes of one subject: `Spain, Italy or Greece`. */
function listFrom(parts: Parts, start: number, isNegated: boolean, isWhole = true): number[] {
  const list = [start];
  const subject = (parts.at(start) as ItemOf<'wish'>).subject;
  let [hasLink, hasRepeat] = [false, false];
  for (let at = start; ; ) {
    const link = parts.after(at, 'creator');
    const separators =
      parts.is(link, 'and', 'or', 'comma') ||
      (parts.is(link, 'not', 'notList') && parts.at(link)?.text === 'nor');
    // `gen z (18-24)` says the same twice
    let next = separators && parts.at(link)?.text !== '(' ? link : -1;
    if (next === -1) break;
    let isOr = false;
    const isRepeated = list.length > 1 && hasRepeat;
    while (
      parts.is(next, 'and', 'or', 'comma', 'creator', 'glue', 'harmless', 'taken') ||
      (isNegated && parts.is(next, 'not') && /^(?:nor|not|no|non)$/.test(parts.at(next)?.text ?? ''))
    ) {
      if (subject === 'country' && /^(?:based|living|located|resid)/.test(parts.at(next)?.text ?? ''))
        return list;
      if (parts.at(next)?.text === 'only' || (isNegated && endsExclusion(parts, next))) return list;
      if (parts.is(next, 'and', 'or')) hasLink = true;
      if (parts.is(next, 'not')) hasRepeat = true;
      if (parts.is(next, 'or') || /^(?:nor|any)/.test(parts.at(next)?.text ?? '')) isOr = true;
      next += 1;
    }
    const item = parts.at(next);
    if (item?.kind !== 'wish') break;
    if (item.subject !== subject && !(isNegated && isOr && !item.isWeak)) break;
    if (isNegated && endsExclusion(parts, next + 1)) break;
    // `no gaming, no comedy, cars`: cars may be wanted
    if (isRepeated && !parts.items.slice(link, next).some(({ kind }) => /^(?:not|and|or)$/.test(kind))) {
      parts.items[next] = { kind: 'refused', text: item.text };
      break;
    }
    list.push(next);
    at = next;
  }
  // `not Spain, Italy`: without a conjunction the negation may end at the comma
  return isNegated && !isWhole && !hasLink ? list.slice(0, 1) : list;
}

/** Wishes of the same noun phrase: `from Spain with less than 10k`. */
function joinedTo(parts: Parts, place: number): number[] {
  const joined: number[] = [];
  const passed = between.filter((kind) => kind !== 'colon' && kind !== 'ask');
  for (
    let at = parts.after(place, ...passed);
    parts.is(at, 'wish') && !parts.items.slice(place, at).some(({ text }) => text === 'please');
    at = parts.after(at, ...passed)
  )
    joined.push(at);
  return joined;
}
