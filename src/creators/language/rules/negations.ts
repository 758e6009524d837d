import type { Item, ItemOf } from '../items.ts';
import type { Parts, Rule } from '../parts.ts';
import type { Reading } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { excluding, nobody, norWords, nothingWords, orWords, prepositions } from '../words/joints.ts';
import {
  anyWords,
  groupsFrom,
  isNegatable,
  isNegated,
  isNegatedReading,
  isOfPlaces,
  maxItems,
  readingAt,
  sameKind,
  says,
  saysNo,
  textBetween,
} from './lists.ts';
import { verbLast } from './ranges.ts';

/**
 * Finds what each negation excludes: `not yoga`, `no gaming or beauty`, `outside Spain`, `yoga excluded`. A negation that
 * reaches nothing stays, so the description is not understood.
 */
export const readNegations: Rule = (parts) => {
  // `ni nada de Rusia` and `que no sean ni de Chile` are one negation each
  parts.reduce(/xg{0,2}x/g, ({ items }) => {
    const [first, last] = [items[0], items.at(-1)] as [ItemOf<'not'>, ItemOf<'not'>];
    const [begun = ''] = last.text.split(' ');
    const isOne = norWords.has(begun) || (nothingWords.has(begun) && norWords.has(first.text));
    return isOne ? last : undefined;
  });
  // `nobody outside the UK`
  parts.reduce(/xg{0,2}x(?=g{0,2}K)/g, ({ items }) => {
    const [first, last] = [items[0], items.at(-1)];
    return last?.kind === 'not' &&
      last.placesOnly &&
      !/^(?:not|niet|nie|не) /.test(last.text) &&
      nobody.test(first?.text ?? '')
      ? { kind: 'glue' }
      : undefined;
  });
  parts.reduce(/&[gi]{0,3}K/g, () => ({ kind: 'used' }));
  // `inactive accounts out`
  parts.reduce(/(?<=K[gi]{0,2})g(?=$|[.,])/g, ({ items: [item] }) =>
    item?.text === 'out' ? { kind: 'not', after: true } : undefined,
  );
  // `not only yoga`: what else is wanted is not said, unless `but also` says it
  parts.reduce(/~[gi]{0,3}K|K[gi]{0,2}~/g, ({ items, at }) => {
    const next = parts.items.slice(at + items.length, at + items.length + 4);
    return next.some(({ text }) => alsoWords.has(text)) ? undefined : { kind: 'lost' };
  });
  // `excluir a quien esté en Francia`, `alle ausschließen, die in Spanien sind`
  parts.reduce(/(?<=x)[gi?,j]{1,6}(?=K)/g, ({ items, at }) => {
    const verb = parts.items[at - 1]?.text ?? '';
    const isWhoever =
      exclusions.test(verb) &&
      (/ chi$/.test(verb) || items.some(isOfPeople)) &&
      items.every((item) => isOfPeopleOrGlue(item) || live.test(item.text));
    return isWhoever ? { kind: 'glue' } : undefined;
  });
  readTwice(parts);
  const items = parts.items.map(
    (item, at): Item => (isExcept(parts, at) ? { kind: 'not', text: item.text } : item),
  );
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'not') continue;
    const isBehind = standsBehind(parts, at, item);
    const behind = isBehind ? reachedBackwards(parts, at) : undefined;
    // `न भारत न पाकिस्तान`: what is behind is excluded already
    const isFree = behind?.flat().every((place) => !isNegated(items[place])) ?? true;
    const reached =
      isBehind && isFree
        ? behind
        : (reachedForwards(parts, at, item) ??
          (/^g*(?:[.,]|$)/.test(parts.after(at)) && (item.after || endsClause(parts.before(at)))
            ? reachedBackwards(parts, at)
            : undefined));
    // `除德国以外`: the word before it excludes already
    if (
      behind &&
      !isFree &&
      /外的?$/.test(item.text) &&
      parts.items.some(({ text }) => text.startsWith('除'))
    ) {
      items[at] = { kind: 'used', text: item.text };
      continue;
    }
    // `nunca hayan hecho publi 🚫`: the sign says it again
    if (/^[^\p{L}!]/u.test(item.text) && reached?.flat().every((place) => saysNo(items[place]))) {
      items[at] = { kind: 'used', text: item.text };
      continue;
    }
    // `Spain nor Portugal`: the first one is not excluded
    if (!reached || (norWords.has(item.text) && followsWanted(items, at, reached))) continue;
    for (const group of reached) {
      const negation = Symbol('negation');
      for (const place of group) {
        const read = items[place] as ItemOf<'read'>;
        items[place] = { ...read, reading: { ...read.reading, negated: read.reading.negated ?? negation } };
      }
    }
    const [first] = reached.flat();
    const text = first === undefined ? item.text : textBetween(items, at, first);
    items[at] = { kind: 'used', text: item.text };
    if (first !== undefined) {
      const read = items[first] as ItemOf<'read'>;
      items[first] = { ...read, text };
    }
  }
  parts.replaceAll(items);
  // `스페인과 인증 계정 제외`: the phrase of the second one excludes the first one, too
  if (verbLast.has(parts.language))
    parts.reduce(/K(?=jg?K)/g, ({ items: [item], at }) => {
      const next = parts.items.slice(at + 2, at + 4).find(({ kind }) => kind === 'read');
      const [one, other] = [item as ItemOf<'read'>, next as ItemOf<'read'> | undefined];
      const isWanted = !other || isNegated(one) || sameKind(one.reading, other.reading) || !saysNo(other);
      return isWanted || !/(?:제외|빼고|除く|除外|以外|hariç|haric|छोड़कर)$/.test(other.text)
        ? undefined
        : { kind: 'read', reading: { ...one.reading, negated: Symbol('negation') } };
    });
  // `1M followers or 10% engagement`: no search finds either
  parts.reduce(/(?<=Kg{0,2})jg{0,2}K/g, ({ items: found, at }) => {
    const [before, joint, last] = [
      items.slice(0, at).findLast(({ kind }) => kind === 'read'),
      found[0],
      found.at(-1),
    ];
    if (before?.kind !== 'read' || last?.kind !== 'read' || !orWords.has(joint?.text ?? '')) return undefined;
    const both = [before.reading, last.reading] as const;
    return both.some(isNegatedReading) ||
      sameKind(...both) ||
      !both.some(({ as }) => as === 'bounds' || as === 'either')
      ? undefined
      : { kind: 'lost' };
  });
};

/**
 * `anyone who doesn't post in English should be excluded`, `exclude those not based in Spain`: two negations say yes. With
 * more than that in the sentence, nobody knows.
 */
function readTwice(parts: Parts): void {
  const { letters, items } = parts;
  const made = [...items];
  const settle = (from: number, to: number) => {
    for (let place = from; place <= to; place += 1) {
      const item = items[place];
      if (item?.kind === 'not') made[place] = { kind: 'used', text: item.text };
      else if (item?.kind === 'read') made[place] = { ...item, text: textBetween(items, from, to) };
    }
  };
  for (const { index, 0: matched } of letters.matchAll(parts.language === 'zho' ? twiceBehind : twice)) {
    const [first, end] = [items[index], index + matched.length - 1];
    const [last, text = ''] = [items[end], first?.text];
    const isVerb = last?.kind === 'not' && (last.after || exclusions.test(last.text));
    if (!isVerb || /^(?:除|不[要包含考接])/.test(text)) continue;
    const sentence = index - (/[^.:]*$/.exec(parts.before(index))?.[0].length ?? 0);
    const clause = index - (/[^.:,]*$/.exec(parts.before(index))?.[0].length ?? 0);
    const people = [...items.slice(clause, index), { kind: 'word', text }];
    if (parts.language !== 'zho' && !people.some(isOfPeople)) continue;
    const start = relative.test(people[0]?.text ?? '') ? sentence : clause;
    if (items.slice(start, index).every(isOfPeopleOrGlue) && isOneKind(parts, index, end)) settle(index, end);
    else made[end] = { kind: 'lost', text: last.text };
  }
  for (const { index, 0: matched } of letters.matchAll(
    verbLast.has(parts.language) ? twiceLast : twiceAhead,
  )) {
    const places = [...matched].flatMap((letter, place) => (/[xX]/.test(letter) ? [index + place] : []));
    const [one = '', other = ''] = places.map((place) => items[place]?.text ?? '');
    const between = items.slice(index + 1, places[1]);
    const named = [
      ...between,
      { kind: 'word', text: other },
      { kind: 'word', text: one.split(' ').at(-1) ?? '' },
    ];
    const isClear = verbLast.has(parts.language)
      ? exclusions.test(other) && !/外|외|^dis/.test(one)
      : // `никто не из Индии` is one negation
        (nobody.test(one) || excluding.test(one) || exclusions.test(one)) &&
        (named.some(isOfPeople) || (nobody.test(one) && parts.language === 'eng')) &&
        between.every(isOfPeopleOrGlue) &&
        isOneKind(parts, index, index + matched.length);
    if (isClear) settle(index, index + matched.length - 1);
  }
  parts.replaceAll(made);
}
const twice = /x[gikqzhf?]{0,4}K(?:,?g?jg{0,2}K)*[gzkifh]{0,4}(?:,g{0,2})?[xX](?=g{0,3}(?:$|[.,]))/g;
const twiceBehind = /x[gikqzhf]{0,4}K(?:jK)*[zk]?[gi]{1,2}[xX](?=g{0,3}(?:$|[.,]))/g;
const twiceAhead = /x[gi?,]{0,4}x[gikqzhf?]{0,4}K(?:,?g?jg{0,2}K)*[gzkifh]{0,4}(?=$|\.(?!.{0,16}[xX]))/g;
const twiceLast = /(?<=(?:^|[.,:])g?)Kg?X[gi]{0,3}X(?=g{0,3}(?:$|[.,]))/g;
/** Verbs and words of exclusion wherever they stand. */
const exclusions =
  /exclu|excl[uú]|ausschl|ausgeschl|esclu|uitgesl|sluit|uteslut|wyklucz|исключ|hari[cç]|除|対象外|不可|不要|不考虑|不算|제외|빼|배제|dikecuali|dikeluar|استبعد|छोड़|हटा/;
const isOfPeople = ({ kind, text }: { kind: string; text: string }): boolean =>
  kind === 'creator' || people.test(text);
const isOfPeopleOrGlue = (item: Item): boolean =>
  ['glue', 'break', 'used'].includes(item.kind) || isOfPeople(item);
const people =
  /^(?:any(?:one|body)|every(?:one|body)|those|people|who(?:ever)?|someone|wer|alle|jede[rn]?|diejenigen|die(?: .*)?|quien(?:es)?|(?:a )?(?:los|las|el|la|os|as|o) que|cualquiera|quem|que(?: .*)?|che(?: .*)?|ceux|celles|quiconque|qui(?: .*)?|chi|coloro|quelli|quelle|chiunque|wie|iedereen|degenen|kto|ten|tych.*|ci|ktor.*|кто|те|тех.*|котор.*|yang(?: .*)?|siapa.*|mereka|den|de|alla|som|من|الذين)$/;
const live =
  /^(?:es(?:te|ta)n?|sean?|vivan?|viven?|vivent|sont|est|e|sono|ist|sind|leb(?:t|en)|wohn(?:t|en)|zijn|is|are|wonen|woont|jest|sa|mieszkaja?)$/;
const relative = /^(?:who|that|which|die|der|das|que|qui|che|ktor\S*|котор\S*|yang|som)(?: |$)/;
/** A list of several kinds may mean any of them or all. */
const isOneKind = (parts: Parts, from: number, to: number): boolean => {
  const [first, ...rest] = parts.items
    .slice(from, to)
    .flatMap((item) => (item.kind === 'read' ? [item.reading] : []));
  return first !== undefined && isNegatable(first) && rest.every((each) => sameKind(first, each));
};

/** `everyone in fitness but yoga`, `all food creators but verified` */
const isExcept = ({ items }: Parts, at: number): boolean =>
  items[at]?.text === 'but' &&
  items[at + 1]?.kind === 'read' &&
  (items.slice(0, at).some(({ text }) => anyWords.has(text)) ||
    items
      .slice(Math.max(clauseStart(items, at), at - 3), at)
      .some(({ text }) => /^(?:any|every|all)$/.test(text)) ||
    isPartOf(items, at));

const clauseStart = (items: readonly Item[], at: number): number =>
  items.findLastIndex(({ text }, place) => place < at && /^[,.;:]$/.test(text)) + 1;

/** `every European country but Germany` */
function isPartOf(items: readonly Item[], at: number): boolean {
  const [one, other] = [items.slice(0, at).findLast(({ kind }) => kind === 'read'), items[at + 1]];
  if (one?.kind !== 'read' || other?.kind !== 'read') return false;
  const [wide, narrow] = [one.reading, other.reading];
  return (
    wide.as === 'texts' &&
    narrow.as === 'texts' &&
    wide.filter === narrow.filter &&
    wide.values.length > narrow.values.length &&
    narrow.values.every((value) => wide.values.includes(value))
  );
}

/** `yoga excluded`: the negation is about what is before it, not about a list behind it. */
const standsBehind = (parts: Parts, at: number, { after }: ItemOf<'not'>): boolean =>
  after === true && !/(?:^|[.,])g*$/.test(parts.before(at)) && !beginsList(parts, at);
/** `yoga no-go: verified`: a noun before a colon heads what follows, whatever is before it. */
const beginsList = (parts: Parts, at: number): boolean =>
  /^g?:[^.]*K/.test(parts.after(at)) && headings.test(parts.items[at]?.text ?? '');
const headings =
  /^(?:no.?go|deal.?breaker|(?:instant |hard )?no$|red flag|turn.?off|disqualif|desclassif|dyskwalif|exclusi|show.?stopper|don'ts|knock|criteri|kriteri|kryteri|критери|motiv|linea|ligne|factor|fator|ausschl(?:uss|uess)|ko-|uitsluiting(?!$)|afvaller|rode|czerwon|eleme|kirmizi|istem|istenm|pengecual|стоп|красн|ng$|제외 [조대사]|불가 조|결격|معايير|شروط|خطوط)/;

const alsoWords = wordSet(
  'also too tambien auch aussi anche tambem ook rowniez tez juga также и も 也 还 都 أيضا بل भी 도',
);
/** `verified accounts excluded`: one constraint, in a clause without others. */
const endsClause = (before: string): boolean => /(?:^|[.,:])[gikfhE]*[KJ][gikfhE]*$/.test(before);

/** Whether the reading before a negation is one of its kind that is not excluded. */
function followsWanted(items: readonly Item[], at: number, reached: readonly number[][]): boolean {
  let place = at - 1;
  while (['glue', 'used'].includes(items[place]?.kind ?? '')) place -= 1;
  const before = items[place];
  const first = items[reached.flat()[0] ?? -1];
  return (
    before?.kind === 'read' &&
    first?.kind === 'read' &&
    sameKind(before.reading, first.reading) &&
    !isNegated(before)
  );
}

/** The groups of readings that a negation excludes; none if it excludes a platform, undefined if it reaches nothing. */
function reachedForwards(parts: Parts, at: number, negation: ItemOf<'not'>): number[][] | undefined {
  const { letters } = parts;
  if (/^[gBi]{0,3}J/.test(parts.after(at))) return [];
  // `認証のない人は不可：…`: what is behind such a word is another part
  if (/^g?:/.test(parts.after(at)))
    return standsBehind(parts, at, negation) ? undefined : underHeading(parts, at);
  const bridge = /^\/?[gBikfqymEbhzo:a]{0,6}?(?=K)/.exec(parts.after(at));
  if (!bridge) return undefined;
  const first = at + 1 + bridge[0].length;
  // `(no bots) under 40k`: a negation does not reach out of its bracket
  if (textBetween(parts.items, at, first).includes(')')) return undefined;
  const reading = readingAt(parts, first);
  if (!reading || !isNegatable(reading)) return undefined;
  if (negation.placesOnly && !isOfPlaces(reading)) return undefined;
  const hasHead = negation.whole === true && /[if]/.test(bridge[0]);
  const groups = groupsFrom(parts, first, negation.whole === true, hasHead, letters);
  const last = groups?.flat().at(-1);
  // `no big accounts (over 100k)`: the bound says what is big
  const isSized =
    last !== undefined && readingAt(parts, last)?.as === 'size' && /^[gi]{0,2}K/.test(parts.after(last));
  const isBracket = isSized && textBetween(parts.items, last, last + 3).includes('(');
  return last !== undefined && (goesOn(parts, last) || isBracket) ? undefined : groups;
}

/** `NOT from the US; the UK or Canada`: nobody knows whether the rest of the list is wanted. */
function goesOn(parts: Parts, last: number): boolean {
  const [rest = ''] = /^\.g{0,2}K[gjK,]*(?:$|\.)/.exec(parts.after(last)) ?? [];
  const next = last + rest.indexOf('K') + 1;
  const [one, other] = [readingAt(parts, last), readingAt(parts, next)];
  return (
    rest.includes('j') &&
    parts.items[last + 1]?.text === ';' &&
    one !== undefined &&
    other !== undefined &&
    isOfPlaces(one) &&
    sameKind(one, other) &&
    !says(parts, last, next, prepositions)
  );
}

/**
 * `Exclude: India, verified accounts`: each of the list by itself. With a number in it, nobody knows where the list ends,
 * unless each part names creators: `exclude: creators from India; creators with over 500k`.
 */
function underHeading(parts: Parts, at: number): number[][] | undefined {
  const [, head = '', named = ''] =
    /^g?:([^.:]*)((?:\.[^.,:]*i[^.,:]*(?=$|[.]))*)/.exec(parts.letters.slice(at + 1)) ?? [];
  const first = at + 1 + parts.letters.slice(at + 1).indexOf(':') + 1;
  const isOneList =
    head.includes('i') &&
    named !== '' &&
    parts.items
      .slice(first, first + head.length + named.length)
      .every(({ kind, text }) => kind !== 'stop' || text === ';');
  const list = isOneList ? head + named : head;
  const places = [...list].flatMap((letter, place) => (letter === 'K' ? [first + place] : []));
  const readings = places.map((place) => readingAt(parts, place));
  const isClear = readings.every(
    (reading) =>
      reading &&
      isNegatable(reading) &&
      (places.length === 1 || isOneList || !/^(?:bounds|size)$/.test(reading.as)),
  );
  const last = places.at(-1);
  if (last !== undefined && !isOneList && goesOn(parts, last)) return undefined;
  return places.length > 0 && isClear && !/[?J]/.test(list) ? places.map((place) => [place]) : undefined;
}

/** `yoga excluded`, `スペイン以外`: the nearest reading before, and its list. */
function reachedBackwards(parts: Parts, at: number): number[][] | undefined {
  const { letters } = parts;
  const bridge = /[gikfhEz,q/]{0,4}$/.exec(letters.slice(Math.max(0, at - 4), at))?.[0] ?? '';
  let place = at - 1 - bridge.length;
  // `…, daha önce marka tanıtmamış`: what a verb denies is in its clause
  if (bridge.includes(',') && deniedVerb.test(parts.items[at]?.text ?? '')) return undefined;
  if (letters[place] === 'J') return [];
  const last = readingAt(parts, place);
  if (letters[place] !== 'K' || !last || !isNegatable(last)) return undefined;
  const groups = [[place]];
  const open: number[][] = [];
  for (;;) {
    const between = /[g]*[,]?[gj]*$/.exec(letters.slice(Math.max(0, place - maxItems), place))?.[0] ?? '';
    const next = place - 1 - between.length;
    const reading = letters[next] === 'K' ? readingAt(parts, next) : undefined;
    // `인증도 협찬도 없고`
    const isBoth = says(parts, next + 1, place, alsoWords) && reading !== undefined && isNegatable(reading);
    // `Foo ya da Avusturyalı olmasın`: a part of the list is not understood
    if (between.includes('j') && letters[next] === '?') return undefined;
    // `認証済みとフォロワー10万人超は除く`, `verified and sponsored accounts excluded`
    const isPair = /^g?jg{0,2}$/.test(between) && reading !== undefined && isNegatable(reading);
    const isClear = parts.language === 'hin' && /^(?:bounds|size)$/.test(reading?.as ?? '');
    if (isPair && !sameKind(last, reading) && !isBoth && !isClear) {
      const isFirst = /(?:^|[.,:i])[gi]{0,2}$/.test(letters.slice(Math.max(0, next - 3), next));
      const joint = parts.items.slice(next + 1, place).findLast(({ kind }) => kind === 'joint')?.text ?? '';
      const isNamed = isFirst && bridge.includes('i') && !verbLast.has(parts.language);
      if (!isNamed && !pairs.test(joint)) return undefined;
      groups.push(...open.splice(0), [next]);
      place = next;
      continue;
    }
    if (!/[j,]/.test(between) || !reading || !(isBoth || sameKind(last, reading)))
      return isWholeList(parts, last, open) ||
        (groups.length > 1 && !isAllOf(parts, last, [...groups, ...open]))
        ? [...groups, ...open]
        : groups;
    if (between.includes('j')) groups.push([next]);
    else open.push([next]);
    place = next;
  }
}

const pairs = /^(?:と|や|および|及び|または|か|와|과|랑|이나|나|또는|및|या|veya|ya da|or)$/;
/** A Turkish verb that is not of being: `tanıtmamış`. */
const deniedVerb = /^(?!ol).*m[ae](?:yan|mis|z|sin|mali)(?:l[ae]r)?$/;

/** `ペット系、犬と猫は除く`: who excludes all niches of a text wants the first one. */
const isAllOf = (parts: Parts, last: Reading, groups: readonly number[][]): boolean =>
  last.as === 'niches' &&
  parts.items.every(
    (item, at) => item.kind !== 'read' || item.reading.as !== 'niches' || groups.flat().includes(at),
  );

/** `アメリカ、カナダ、イギリス以外`, but of `ヨーロッパ、フランス以外` the last one only. */
const isWholeList = (parts: Parts, last: Reading, open: readonly number[][]): boolean =>
  isOfPlaces(last) &&
  (verbLast.has(parts.language) || parts.language === 'zho') &&
  open.flat().every((place) => {
    const reading = readingAt(parts, place);
    return (
      reading?.as === 'texts' &&
      last.as === 'texts' &&
      !last.values.some((value) => reading.values.includes(value))
    );
  });
