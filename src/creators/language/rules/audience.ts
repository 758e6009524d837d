import { ageRanges } from '../../../core/statistics.ts';
import type { Item, ItemOf } from '../items.ts';
import { type Found, isUnderHeading, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import { wordSet } from '../tokens.ts';
import { boundConditions, boundsWith } from './bounds.ts';

/**
 * Gender and age of audiences. No filter knows those of creators themselves: `female creators` gives no filter, and
 * `creators over 30` is a number that no filter can express.
 */
export const readRatios: Rule = (parts) => {
  readMajorities(parts);
  // `60% women`, `women over 60%`, `70% of the audience is male`
  parts.reduce(
    /m?[g]?(?:%[gf?hMC]{0,6}(?:f,)?G[gf]{0,2}|G[gcabfm:h"/M]{0,5}%f?|f[gh]{0,2}%[g]{0,3}G)(?:C|c(?=[.,]|$|g{0,2}f))?/g,
    (found) => {
      // `女性フォロワー6割以上`, but of `women, likes: 5%` nobody knows what is counted
      if ((itemIn(found, 'measure')?.measure ?? 'followers') !== 'followers') return undefined;
      const gender = itemIn(found, 'gender') as ItemOf<'gender'>;
      const number = itemIn(found, 'number') as ItemOf<'number'>;
      const filterName = gender.gender === 'female' ? 'audienceFemaleRatio' : 'audienceMaleRatio';
      return readAs({
        as: 'bounds',
        subject: filterName,
        conditions: boundConditions(filterName, boundsWith(number, found)),
      });
    },
  );
};

/** `more men than women`, `男性多于女性` */
const readMajorities = (parts: Parts): void => {
  parts.reduce(/[rcCg?O>]{0,2}g?G[fg?cCj,ExX*]{0,3}G[fgcC?rm*]{0,3}/g, (found) => {
    const [one, other] = found.items.filter((item) => item.kind === 'gender');
    const words = found.items.map(({ text }) => text).join(' ');
    if (!one || !other || one.gender === other.gender || !isThan.test(words)) return undefined;
    const isFewer = fewer.test(words);
    if (!isFewer && !more.test(words)) return undefined;
    // `女性より男性が多い` names the smaller part first
    const isTurned = smallerFirst.test(words);
    return readAs({
      as: 'texts',
      filter: 'mainAudienceGender',
      values: [(isFewer === isTurned ? one : other).gender],
    });
  });
};
const isThan =
  /(?:^| )(?:than|que|de|als|di|che|niż|niz|чем|od|daripada|dari|dan|den|ten|tan|من|से)(?: |$)|より|보 ?다|多 ?于|多 ?過|比|l[ae]rd[ae]n /;
const more =
  /(?:^| )(?:more|mas|plus|mehr|piu|mais|meer|wiecej|больше|lebih banyak|lebih|cok|fazla|daha fazla|多い|が多い|많|多 ?于|多|أكثر|ज्यादा|अधिक)/;
const fewer =
  /(?:^| )(?:fewer|less|menos|moins|weniger|meno|minder|mniej|меньше|lebih sedikit|az|daha az|少ない|적은|少于|少|أقل|कम)/;
const smallerFirst = /より|보 ?다|से/;

/** `aged 30`, `women 18-24`, `viewers over 45`, `audience 35+`, `in their 20s`. */
export const readAges: Rule = (parts) => {
  // `a young audience of 18-24`: the number says more
  parts.reduce(/A(?=f?g?n)/g, ({ items: [item], at }) => {
    const number = parts.items.slice(at, at + 4).find(({ kind }) => kind === 'number') as ItemOf<'number'>;
    const isGeneration = /^(?:gen|millen|mileni|zoomer|boomer|поколен|世代|z세대)/.test(item?.text ?? '');
    return item?.kind === 'age' &&
      (item.about === 'audience' || isGeneration) &&
      !number.bare &&
      isPlausible(number)
      ? { kind: 'audience' }
      : undefined;
  });
  parts.reduce(/(?:n\/)?A/g, (found) => {
    const age = itemIn(found, 'age') as ItemOf<'age'>;
    // `a young audience of 18 to 24`: the numbers say which
    if (age.about === 'audience' && /^[gy]{0,2}n/.test(found.after)) return { kind: 'audience' };
    if (age.about === 'people' && describesCreators(found))
      return { kind: /\d/.test(found.items.map(({ text }) => text).join('')) ? 'lost' : 'used' };
    // `20〜30代`
    const first = itemIn(found, 'number')?.value;
    const values = first === undefined ? [] : ageGroupsIn(first, first + 9);
    return agesFrom(age.from, age.to, values);
  });
  parts.reduce(/y[gcab:h]{0,3}n|n[g]{0,2}y|n/g, (found) => {
    const number = itemIn(found, 'number') as ItemOf<'number'>;
    const { items, before, after } = found;
    const says = items.some(({ kind }) => kind === 'aged') || number.aged || number.decade;
    if (
      !says &&
      // `an audience between 50 and 70 percentiles`
      (after.startsWith('?') ||
        number.bare ||
        !isPlausible(number) ||
        !(isBesidePeople(before, after) || followsAudience(parts, found)))
    )
      return undefined;
    // `hiking creators, ages 25 to 30`: without an audience in the text, they are those of the creators
    const isOfCreators =
      says && /i/.test(parts.letters) && !/[fGM]/.test(parts.letters) && !parts.items.some(isOfAudience);
    // `an audience of 80% women aged 25-34`
    const last = parts.items[found.at - 1];
    const isTheirs = last !== undefined && isOfAudience(last);
    if (isOfCreators || (describesCreators(found) && !isTheirs)) return { kind: 'lost' };
    const { from = 0, to = number.decade ? from + 9 : number.bare ? from : oldest, openTo } = number.bounds;
    return agesFrom(from, openTo ? to - 1 : to);
  });
};

/** `60% female viewers, 25-34` */
function followsAudience({ items }: Parts, { at, before, after }: Found): boolean {
  const item = items[at - 1 - (/[,jgm]{1,3}$/.exec(before)?.[0].length ?? 0)];
  return item !== undefined && isOfAudience(item) && /^(?:[,.;]|$)/.test(after);
}

const isOfAudience = (item: Item): boolean =>
  item.kind === 'read' &&
  /^(?:mainA|a)udience/.test(
    item.reading.as === 'texts' ? item.reading.filter : 'subject' in item.reading ? item.reading.subject : '',
  );

/** Nobody asks for an older audience. */
const oldest = 99;

const isPlausible = ({ bounds }: ItemOf<'number'>): boolean =>
  [bounds.from, bounds.to].every((age) => age === undefined || (age >= 13 && age <= oldest));

const isBesidePeople = (before: string, after: string): boolean =>
  /^g{0,2}[Gf]/.test(after) ||
  /[Gf][gmcbxj:K_"]{0,4}$/.test(before) ||
  (/f[gm]{0,2},g?$/.test(before) && /^(?:[,.]|$)/.test(after)) ||
  /[Gf][^i.]{0,3}[Kn][,jgm]{1,3}$|f[^i.]*G[,g]{1,3}$|(?:G[gm]{0,2}f|f[^i.;]*G),g?$/.test(before) ||
  isUnderHeading(before);

/** An age that any audience has is none: `more than 10 years of experience`. */
function agesFrom(from: number, to: number, others: readonly string[] = []): Made {
  const values = [...new Set([...others, ...ageGroupsIn(from, to)])];
  return values.length === ageRanges.length || values.length === 0
    ? { kind: 'lost' }
    : readAs({ as: 'texts', filter: 'mainAudienceAge', values });
}

/** The groups inside the range; if there are none, those that overlap it. */
function ageGroupsIn(from: number, to: number): string[] {
  const spans = ageRanges.map((range) => {
    const [first = 0, last = oldest] = range
      .split(/\D/)
      .filter((part) => part !== '')
      .map(Number);
    return { range, first, last };
  });
  const inside = spans.filter(({ first, last }) => first >= from && last <= to);
  const chosen = inside.length > 0 ? inside : spans.filter(({ first, last }) => first <= to && last >= from);
  return chosen.map(({ range }) => range);
}

/** `teen creators`, `creators aged 18-24`; in `creators for women aged 18-24` the age is the women's. */
function describesCreators({ before, after }: Found): boolean {
  if (/^[gG]{0,3}f/.test(after)) return false;
  if (/^g?t?g?i/.test(after)) return true;
  return /(?:i|[tK](?=$))[gmAyNn%jcbpP?x:hK_]{0,12}$/.test(before) && !/[fGm][^i]*$/.test(before);
}

/** `female audience`, `watched by women`, `mostly women`, `for men`. */
export const readGenders: Rule = (parts) => {
  const about = new Set<Item>();
  for (const [at, item] of parts.items.entries())
    if (item.kind === 'gender' && isAboutAudience(parts.items, at, parts.before(at), parts.after(at)))
      about.add(item);
  parts.reduce(/G/g, (found) => genderOf(itemIn(found, 'gender') as ItemOf<'gender'>, about));
};

const genderOf = (gender: ItemOf<'gender'>, about: ReadonlySet<Item>): Made =>
  about.has(gender)
    ? readAs({ as: 'texts', filter: 'mainAudienceGender', values: [gender.gender] })
    : { kind: 'used' };

function isAboutAudience(items: readonly Item[], at: number, before: string, after: string): boolean {
  if (/^[jGpPm/]{0,3}[fM]/.test(after) || isUnderHeading(before)) return true;
  // `no men in the audience`, `keine Männer als Zielgruppe`
  const end = /^(g{1,3})f/.exec(after)?.[1]?.length ?? 0;
  if (end > 0 && items.slice(at + 1, at + 1 + end).every(({ text }) => amongWords.has(text))) return true;
  if (/^[tpP]{0,2}i/.test(after)) return false;
  // `35-44 audience, female, USA`
  if (/f,g?$/.test(before) && /^(?:[,.;]|$)/.test(after)) return true;
  if (/m[gf]{0,2}$/.test(before) || /[fM][gmGAyNn%jcbpP?x:hK_"]{0,8}$/.test(before)) return true;
  if (/^(for|by|para|pour|to|at|für|per|untuk|voor|для)$/.test(items[at - 1]?.text ?? '')) return true;
  // `13-17 girls`, `women over 30`: no age of creators is known, so this describes the audience
  return (
    /^m(?:[.,]|$)/.test(after) ||
    isAge(items[at - 1]) ||
    isAge(items[at + 1]) ||
    (/^[g,]/.test(after) && isAge(items[at + 2]))
  );
}

const amongWords = wordSet(
  'の 의 的 in the as among our their of als in der im unter dans l parmi comme en el la entre como no na nel nell tra come op het onder als w wsrod в среди di dalam sebagai',
);
const isAge = (item: Item | undefined): boolean =>
  item?.kind === 'read' && item.reading.as === 'texts' && item.reading.filter === 'mainAudienceAge';
