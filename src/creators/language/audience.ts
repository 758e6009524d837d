import { groupsOf, isNear } from './ages.ts';
import type { Item, ItemOf } from './items.ts';
import { maxReach, type Parts, textWish } from './parts.ts';

/** Reads countries, languages, genders and ages: whether of creators or of their audience. */
export function readPeople(parts: Parts): void {
  readSpeaking(parts);
  readPlaces(parts);
  readGenders(parts);
  readAges(parts);
}

/** `followers mostly in Spain`: without a number, followers are the audience. */
export function markAudience(parts: Parts): void {
  for (const [place, item] of [...parts.of('figure')]) {
    if (item.figure !== 'followers' || !/follower|subscriber|\bfan|followed|subs?$/.test(item.text)) continue;
    // `10k followers in Spain` is a size
    if (parts.is(parts.before(place, 'statistic', 'platform'), 'range')) continue;
    const beside = [parts.after(place, 'mostly'), parts.before(place, 'mostly', 'and')];
    if (
      beside.some((each) => parts.is(each, 'place', 'gender', 'age', 'ages')) &&
      !parts.is(parts.before(place), 'rank', 'sort', 'statistic')
    )
      parts.items[place] = { kind: 'audience', text: item.text };
  }
}

/** `German speaking`, `in Spanish`, `who speak French or Dutch`. */
function readSpeaking(parts: Parts): void {
  for (const [place, item] of [...parts.of('language', 'place')]) {
    if (item.languages.length === 0) continue;
    const after = parts.after(place, 'and', 'or', 'language', 'place', 'either');
    const before = parts.before(place, 'and', 'or', 'language', 'either', 'comma');
    const isSpoken =
      (parts.is(after, 'speaking') &&
        after - place <= 6 &&
        !(parts.is(after + 1, 'place', 'language') && !parts.is(parts.before(place), 'speaking'))) ||
      parts.is(before, 'speaking') ||
      isLanguageWish(parts.at(before));
    const isIn = / ?\bin$/.test(parts.at(place - 1)?.text ?? '') && item.kind === 'place' && item.adjective;
    // `Switzerland, French`: beside a country a language
    const isAlone =
      item.kind === 'place' &&
      item.adjective &&
      (parts.is(place + 1, 'comma', 'stop') || parts.at(place + 1) === undefined) &&
      parts.items.some((each) => each.kind === 'place' && !each.adjective);
    const isContent =
      item.kind === 'place' && parts.is(place + 1, 'content') && !parts.is(place + 2, 'creator');
    if (item.kind === 'language' || isSpoken || isIn || isContent || isAlone)
      parts.wish([], place, textWish('mainLanguage', item.languages));
  }
  for (const [place] of [...parts.of('speaking')]) parts.take(place);
}

const isLanguageWish = (item: Item | undefined): boolean =>
  item?.kind === 'wish' && item.subject === 'mainLanguage';

type Place = ItemOf<'place'>;

/** Countries in one list, and whether they are those of the audience. */
function readPlaces(parts: Parts): void {
  for (const [place, item] of [...parts.of('place')]) {
    const filter = isOfAudience(parts, place) ? 'mainAudienceLocation' : 'country';
    parts.wish([], place, textWish(filter, item.countries, { city: item.city }));
  }
}

/** `US audience`, `audience in the US, Canada or the UK`, `viewers mostly from Spain`. */
function isOfAudience(parts: Parts, place: number): boolean {
  const item = parts.at(place) as Place;
  const listed: Item['kind'][] = ['place', 'and', 'or', 'gender', 'age', 'mostly', 'lively', 'either'];
  const after = parts.after(place, ...listed);
  if (
    parts.is(after, 'audience') &&
    (item.adjective || after - place <= 4) &&
    !parts.items
      .slice(place + 1, after)
      .some(({ text }) => /^(?:with|whose|have|has|having|and their)$/.test(text))
  )
    return true;
  for (let at = place - 1; at >= 0 && place - at < maxReach; at--) {
    const each = parts.at(at);
    if (each?.kind === 'audience') return true;
    if (each?.kind === 'not' && !parts.is(parts.before(at, 'mostly'), 'audience')) return false;
    if (each?.kind === 'comma' && /^[,("“]$/.test(each.text) && !isListComma(parts, at)) return false;
    if (each?.kind === 'wish' && each.filter === 'mainAudienceLocation') continue;
    if (each?.kind === 'wish' && !/^mainAudience|Ratio$/.test(each.subject)) return false;
    if (
      each === undefined ||
      ['stop', 'contrast', 'creator', 'count', 'niche', 'verified', 'sponsored', 'active', 'range'].includes(
        each.kind,
      )
    )
      return false;
    if (each.kind === 'comma' && each.text !== ',') return false;
    if (
      /^(?:based in|based|located in|living in|from)$/.test(each.text) &&
      !parts.is(parts.before(at, 'mostly', 'not'), 'audience', 'wish') &&
      !parts.is(at - 1, 'audience')
    )
      return false;
  }
  return false;
}

/** A comma between two countries, ages or genders of one list. */
const isListComma = (parts: Parts, comma: number): boolean => {
  const one = parts.at(parts.before(comma));
  const next = parts.at(parts.after(comma, 'and', 'or'));
  return [one, next].every(
    (each) => each?.kind === 'place' || (each?.kind === 'wish' && each.subject === 'mainAudienceLocation'),
  );
};

function readGenders(parts: Parts): void {
  for (const [place, item] of [...parts.of('gender')]) {
    if (parts.items.some((each) => each.kind === 'wish' && each.subject === item.gender)) {
      parts.take(place);
      continue;
    }
    const beside = [parts.after(place, 'and', 'or'), parts.before(place, 'and', 'or')].some(
      (each) => parts.is(each, 'aged') || isAgeWish(parts.at(each)),
    );
    const isAudience =
      (isNear(parts, place, 'audience') ||
        isAgeNear(parts, place) ||
        beside ||
        parts.is(parts.after(place), 'mostly') ||
        parts.is(parts.before(place), 'mostly')) &&
      !parts.is(parts.after(place, 'place', 'niche', 'wish'), 'creator');
    const isFor =
      parts.at(place - 1)?.text === 'for' || /^(?:aimed|targeted)/.test(parts.at(place - 2)?.text ?? '');
    if (isAudience || isFor) parts.wish([], place, textWish('mainAudienceGender', [item.gender]));
    // `female creators`: no filter knows the gender of creators
    else parts.refuse([], place, 'no filter knows the gender of creators');
  }
}

const isAgeWish = (item: Item | undefined): boolean =>
  item?.kind === 'wish' && item.subject === 'mainAudienceAge';
const isAgeNear = (parts: Parts, place: number): boolean =>
  [-1, 1].some((step) => {
    for (
      let at = place + step;
      Math.abs(at - place) < maxReach &&
      parts.at(at) &&
      !parts.is(at, 'comma', 'stop', 'creator', 'contrast');
      at += step
    )
      if (isAgeWish(parts.at(at))) return true;
    return false;
  });

/** `gen z`, `teenagers`, `in their twenties`: always of the audience, except beside creators. */
function readAges(parts: Parts): void {
  for (const [place, item] of [...parts.of('age', 'ages')]) {
    const groups = item.kind === 'ages' ? undefined : groupsOf(item.from, item.to);
    const isAudience =
      isNear(parts, place, 'audience') ||
      /audience|viewer|follower|fan/.test(item.text) ||
      parts.at(place - 1)?.text === 'for';
    if (groups && isAudience) parts.wish([], place, textWish('mainAudienceAge', groups));
    else
      parts.refuse(
        [],
        place,
        groups ? 'no filter knows the age of creators' : 'the age groups of audiences are others',
      );
  }
}
