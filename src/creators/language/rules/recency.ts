import { dayMs } from '../../../core/durations.ts';
import type { Item } from '../items.ts';
import { articles } from '../numbers.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import type { QueryCondition } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { verbLast } from './ranges.ts';

/** Without a period, active means published within 30 days, inactive not within 90 (assumed: nls-words). */
const activeDays = 30;
const inactiveDays = 90;

const published = (op: '>' | '<', value: number): QueryCondition => ({
  filterName: 'lastPublishTime',
  op,
  value: Math.round(value),
});

/** Published within some days, or not. */
export function recencyOf(now: number, active: boolean, days: number): Made {
  const [within, before] = [published('>', now - days * dayMs), published('<', now - days * dayMs)];
  return readAs({
    as: 'either',
    subject: 'lastPublishTime',
    conditions: [active ? within : before],
    otherwise: [active ? before : within],
  });
}

/**
 * The time of the last content: `posted in the last two weeks`, `inactive for 3 months`, `active creators`; and how
 * often: `posts daily`.
 */
export const readRecency: Rule = (parts) => {
  const recency = (active: boolean, days: number): Made => recencyOf(parts.now, active, days);
  const period = (found: Found): Made | undefined => {
    const activity = itemIn(found, 'activity');
    const span = found.items.findLast(
      (item) => item.kind === 'since' || item.kind === 'duration' || item.kind === 'unit',
    );
    if (!activity || !span || !('days' in span)) return undefined;
    const isAgo = found.items.some(
      ({ kind, text }, at) => kind === 'last' && (at === found.items.length - 1 || agoWords.has(text)),
    );
    const comparison = itemIn(found, 'compare');
    const isLonger = comparison && /above|atLeast/.test(comparison.compare);
    // `the last post is older than 10 days`, `inactive for less than a week`
    if (comparison && (comparison.aged || namesLatest(activity))) return recency(!isLonger, span.days);
    if (comparison && !isLonger && (!activity.yes || /x[gk]{0,2}$/.test(found.before)))
      return recency(!activity.yes, span.days);
    return recency(activity.yes && !(isAgo && isLonger), span.days);
  };
  // `que no publican en inglés`: what is excluded is the language
  if (verbLast.has(parts.language)) parts.reduce(/(?<=[lP]g{0,2})Z/g, () => ({ kind: 'not', after: true }));
  parts.reduce(/(?<=[zZ])L(?=l)/g, () => ({ kind: 'glue' }));
  parts.reduce(/Z(?=g?l|gP)/g, ({ at, after }) =>
    /^g?l/.test(after) || /^(?:in|en|auf|em|op|na)$/.test(parts.items[at + 1]?.text ?? '')
      ? { kind: 'not' }
      : undefined,
  );
  // `not posting in Klingon`
  parts.reduce(/Zg\?/g, ({ items: [, link] }) =>
    languageLinks.has(link?.text ?? '') ? { kind: 'lost' } : undefined,
  );
  // `latest upload first`
  parts.reduce(/(?:Bg?)?zg{0,2}F|Bg?z(?=$|[.,])/g, ({ items }) => {
    const item = itemIn({ items }, 'activity');
    return item && namesLatest(item) ? { kind: 'order', by: 'lastPublished', desc: true } : undefined;
  });
  // `letzter Beitrag vor höchstens 10 Tagen`
  parts.reduce(/Lk(?=[gcah:]{0,3}[LdS])/g, () => ({ kind: 'activity', yes: true }));
  // `no videos for half a year`
  parts.reduce(/x[gh]{0,2}k(?=[gLca]{1,4}[dS])/g, () => ({ kind: 'activity', yes: false }));
  // `publication dans les 14 derniers jours`
  parts.reduce(
    /k(?=g{0,2}L?g{0,2}(?:S|L[gca]{0,2}[du]|d(?=g?L))L?g*(?:$|[.,]|jg?[?xv=Gf]))/g,
    ({ before }) => (/x[g?]*$/.test(before) ? undefined : { kind: 'activity', yes: true }),
  );
  // `2 maanden niets hebben geplaatst`
  parts.reduce(/(?<=d[gkCcaL]{0,3})x[gh]{0,2}z/g, () => ({ kind: 'activity', yes: false }));
  // `過去2週間以内に投稿`
  parts.reduce(/(?<=L[gca]{0,2}[du]C?[gh]{0,2})k(?=g?(?:$|[.,]))/g, () => ({ kind: 'activity', yes: true }));
  parts.reduce(/[kz][gh]{0,3}(?:cg?[dS]g?[yL]?|dg?LC|dC?|guL)/g, (found) => {
    const activity = itemIn(found, 'activity');
    const [compare, span] = [itemIn(found, 'compare'), itemIn(found, 'duration')];
    if (!activity) return compare?.aged && span && recency(/below|atMost/.test(compare.compare), span.days);
    return itemIn(found, 'compare')?.aged || (activity && namesLatest(activity)) ? period(found) : undefined;
  });
  parts.reduce(
    /[zZ][gk?ieh"/:]{0,5}(?:[gca]{0,3}L[gcaL]{0,2}[du]g?L?(?:C|c(?=[.,]|$))?|(?:L[gcaL]{0,2})?S|[ca]?g?dg?LC?)|Z[gcakLh?]{0,6}[du]|[ca]{0,2}[dS][gkCcaL/]{0,3}Z|cg?dL[gh]{0,2}z|(?<=x[gk]{0,2})z[gcak]{0,4}d|(?:L[gcaL]{0,2}[du]g{0,2}[LcaC]?g?|(?:L[gcaL]{0,2})?Sg?L?)[ghk]{0,3}[zZ]/g,
    period,
  );
  // `used #vanlife in the last 30 days`
  parts.reduce(/(?<=[#K]g{0,2})(?:L[gca]{0,2}[du]|S)/g, ({ items, at }) => {
    const [span, tag] = [items.at(-1), parts.items.slice(0, at).findLast(({ kind }) => kind !== 'glue')];
    return span && 'days' in span && tag?.text.startsWith('#') ? recency(true, span.days) : undefined;
  });
  // `10日以内に更新`
  parts.reduce(/[ca]?g?dg{0,2}z/g, (found) =>
    /[内내]/.test(found.items[0]?.text ?? '') || /^since/.test(found.items.at(-1)?.text ?? '')
      ? period(found)
      : undefined,
  );
  parts.reduce(/[zZ][gk?cah/]{0,5}Y/g, ({ items, before }) => {
    const activity = itemIn({ items }, 'activity');
    const year = itemIn({ items }, 'number')?.value ?? 0;
    const link = items.at(-2)?.text ?? '';
    const [isSince, isBefore] = [sinceWords.has(link), beforeWords.has(link)];
    if (year < 1970 || !(isSince || isBefore || withinWords.has(link))) return undefined;
    const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
    // `has not posted since 2025` allows a last content in 2025; in a year that is not over, it cannot
    const ended = published('<', isSince && end <= parts.now ? end : start);
    const begun = isSince ? [published('>', start)] : [published('>', start), published('<', end)];
    const isActive = activity?.yes !== false;
    const either = { as: 'either', subject: 'lastPublishTime' } as const;
    if (isBefore)
      return readAs({ ...either, conditions: [published('<', start)], otherwise: [published('>', start)] });
    return isActive || /x[gk]{0,2}$/.test(before)
      ? readAs({ ...either, conditions: begun, otherwise: [ended] })
      : readAs({ ...either, conditions: [ended], otherwise: begun });
  });
  readOften(parts);
  parts.reduce(/[zZ]/g, ({ items: [item], after, before }) => {
    if (item?.kind !== 'activity') return undefined;
    // `gone quiet: no upload for six months`: the period is said elsewhere
    if (!/x[gk]{0,2}$/.test(before) && parts.items.some((other) => saysPeriod(other, item.yes ? '>' : '<')))
      return { kind: 'used' };
    // `한국어로 활동하는`
    if (item.yes && verbLast.has(parts.language) && /l[g]{0,2}$/.test(before)) return { kind: 'used' };
    if (!item.yes) return recency(false, inactiveDays);
    if (/x[gk]{0,2}$/.test(before) && !/^[gktEa/]{0,3}K|^[gkEa/]{0,2}[pPlto]/.test(after))
      return recency(true, inactiveDays);
    return saysActive(item) && !/^f/.test(after) ? recency(true, activeDays) : undefined;
  });
};

/** How often creators publish, without a number: `posts daily`, `at least once a week`. */
function readOften(parts: Parts): void {
  // `no publican a diario`: they publish, but less often
  parts.reduce(/Z[gk?"h]{0,3}o|o[gk]{0,3}Z/g, (found) => {
    const least = Math.max(0, Math.floor(itemIn(found, 'often')?.perMonth ?? 0) - 2);
    const condition = { filterName: 'contentsIn30Days', op: '>', value: least } as const;
    return readAs({
      as: 'bounds',
      subject: 'contentsIn30Days',
      conditions: [condition],
      negated: Symbol('negation'),
    });
  });
  parts.reduce(
    /[zg]{0,2}(?:[zk][gk?"h:]{0,4}[cag]{0,2}o|c(?:[g?]?k)?g?o|(?<=[zk][^.,K]{0,8})o|o[k]?z|o(?=k))C?/g,
    (found) => {
      // `sorted by uploads a month`
      if (/Bg{0,2}k?$/.test(found.before)) return undefined;
      // `at least one upload a week`: an unknown word between is its article
      if (found.items.some(({ kind, text }, at) => at === 1 && kind === 'word' && !articles.has(text)))
        return undefined;
      const often = itemIn(found, 'often')?.perMonth ?? 0;
      const compare = itemIn(found, 'compare')?.compare;
      // `posts weekly` leaves some room, `at least once a week` does not
      const isLeast = parts.items
        .slice(Math.max(0, found.at - 2), found.at + found.items.length)
        .some(({ text }) => leastOnce.test(text));
      const room = compare === 'above' ? 0 : compare === 'atLeast' || isLeast ? 1 : 2;
      const [filterName, least] = ['contentsIn30Days', Math.max(0, Math.floor(often) - room)];
      const isAtMost = compare === 'below' || compare === 'atMost';
      return readAs({
        as: 'bounds',
        subject: filterName,
        conditions: [
          isAtMost
            ? { filterName, op: '<', value: compare === 'atMost' ? Math.floor(often) + 1 : Math.ceil(often) }
            : { filterName, op: '>', value: least },
        ],
      });
    },
  );
}

const saysPeriod = (item: Item, op: string): boolean =>
  item.kind === 'read' &&
  item.reading.as === 'either' &&
  item.reading.conditions.every((each) => each.filterName === 'lastPublishTime' && each.op === op);

/** `dernière publication`, `son gönderisi`, `最終投稿` */
const namesLatest = ({ text }: Item): boolean =>
  /^(?:since|last|latest|newest|most recent|senaste|ultim|derni|letzt|laatst|ostatni|последн|son |terakhir|postingan terakhir|最終|最後|最后|最新|最近|마지막|آخر|आखिरी|अंतिम)/.test(
    text,
  );
const saysActive = ({ text }: Item): boolean =>
  /activ|aktiv|actif|attiv|actief|актив|aktif|recent|still|活|활|アクティブ|सक्रिय|نشط/.test(text);
/** Words before a period that ended. */
const agoWords = wordSet('geleden vor hace ha fa sprzed ago назад temu');
const languageLinks = wordSet('in en auf em na op на about sobre uber over su про tentang');
const leastOnce =
  /^(?:at least once|una vez|al menos una vez|pelo menos uma vez|no minimo uma vez|au moins une fois|mindestens einmal|almeno una volta|minstens een keer|co najmniej raz|en az bir k|минимум раз|хотя бы раз|minimal sekali|.*(?:이상$|至少))/;
const sinceWords = wordSet('since after desde depuis seit dal dopo sejak с sinds');
const beforeWords = wordSet('before antes avant vor prima sebelum до');
const withinWords = wordSet('in during within en em im nel im');
