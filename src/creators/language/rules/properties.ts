import { maxFilterValues } from '../../../core/filters.ts';
import type { Item, ItemOf } from '../items.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import { noWords, orWords, yesWords } from '../words/joints.ts';
import { boundsFor, boundsOn, boundsWith } from './bounds.ts';
import { businesses, clients, wanting } from './client.ts';
import { verbLast } from './ranges.ts';

/** Verified or not, sponsored or not. A text that asks for both matches nobody. */
export const readProperties: Rule = (parts) => {
  const flag = (filterName: string, yes: boolean): Made =>
    readAs({
      as: 'either',
      subject: filterName,
      conditions: [{ filterName, op: '=', value: yes }],
      otherwise: [{ filterName, op: '=', value: !yes }],
    });
  const neither = (): Made =>
    readAs({
      as: 'bounds',
      subject: 'isAccountVerified',
      conditions: ['hasSponsors', 'isAccountVerified'].map((filterName) => ({
        filterName,
        op: '=',
        value: false,
      })),
    });
  // `publi com marcas`
  parts.reduce(/=[gh]{0,2}=/g, ({ items }) => {
    const [one, other] = [items[0], items.at(-1)];
    return one?.kind === 'sponsored' && other?.kind === 'sponsored' && one.yes === other.yes
      ? { kind: 'sponsored', yes: one.yes }
      : undefined;
  });
  // `without sponsors or verification`, where `without sponsors` may be one phrase
  parts.reduce(/(?:xg{0,2})?[=v]g?jg?[=v]/g, ({ items }) => {
    const [one, joint, other] = items.filter(({ kind }) => kind !== 'glue' && kind !== 'not');
    if (one?.kind !== 'sponsored' && one?.kind !== 'verified') return undefined;
    if (other?.kind !== 'sponsored' && other?.kind !== 'verified') return undefined;
    const isNo = one.yes === (items[0]?.kind === 'not');
    if (!isNo || !other.yes || one.kind === other.kind) return undefined;
    if (orWords.has(joint?.text ?? '')) return neither();
    // `without sponsors and verified`: nobody knows how far a word of its own reaches
    const isApart = items[0]?.kind === 'not' || one.text.includes(' ');
    return isApart && items.at(-2) === joint && !other.text.includes(' ') ? { kind: 'lost' } : undefined;
  });
  // `인증도 협찬도 없고`
  parts.reduce(/[=v]j[=v][gi]{0,3}X/g, ({ items: [one, , other] }) =>
    one && other && one.kind !== other.kind ? neither() : undefined,
  );
  // `Verified: no`, `Sponsored before? No.`
  parts.reduce(/(?<!x[g?hzkj]{0,4})[v=](?:[g?z]{0,2}\.|g?[:c]?)g?[^.,](?=$|[.,])/g, ({ items }) => {
    const [what, last] = [items[0], items.at(-1)];
    const stop = items.find(({ kind }) => kind === 'stop');
    if (!saysNo(last) || (stop && stop.text !== '?')) return undefined;
    return flag(what?.kind === 'verified' ? 'isAccountVerified' : 'hasSponsors', false);
  });
  // `verified=perhaps`
  parts.reduce(/[v=](?:[:=]|c)g?\?(?=$|[.,])/g, ({ items }) =>
    yesWords.has(items.at(-1)?.text ?? '') ? undefined : { kind: 'lost' },
  );
  // `Germany: no`, `Germany - no`
  parts.reduce(/(?<=[tpPlGK])[:,]g?[^.,](?=$|[.,])/g, ({ items }) =>
    /^[-:–]$/.test(items[0]?.text ?? '') && saysNo(items.at(-1)) ? { kind: 'not', after: true } : undefined,
  );
  readHeadings(parts);
  // `sem selo de verificação`; `nigdy nie zweryfikowane` is one negation
  parts.reduce(/vg{1,2}v|xg{0,2}v/g, ({ items }) => {
    const isOne = items[0]?.kind === 'verified' || /^(?:nigdy|никогда)$/.test(items[0]?.text ?? '');
    const isNo = items.some((item) => item.kind === 'verified' && !item.yes);
    return isOne && isNo ? flag('isAccountVerified', false) : undefined;
  });
  // `I don't care about gaming`
  parts.reduce(/!g{0,2}[tv=]/g, ({ items: [item] }) =>
    item?.text.endsWith('care about') ? { kind: 'used' } : undefined,
  );
  parts.reduce(/v/g, (found) => flag('isAccountVerified', itemIn(found, 'verified')?.yes === true));
  // `our client Vesnilo needs dancers`, `Vesnilo sucht Tänzer`
  parts.reduce(/D/g, ({ at }) =>
    clients.test(parts.items[at - 1]?.text ?? '') || seeking.test(parts.items[at + 1]?.text ?? '')
      ? { kind: 'used' }
      : undefined,
  );
  // `channels that Vesnilo has not worked with yet`
  const sponsoredBy = (found: Found, others = {}): Made => {
    const { key } = itemIn(found, 'brand') as ItemOf<'brand'>;
    const handles = parts.lexicon.sponsoredBy(key, parts.platform);
    return handles.length === 0 || handles.length > maxFilterValues
      ? { kind: 'lost' }
      : readAs({ as: 'texts', filter: 'uniqueId', values: handles, ...others });
  };
  parts.reduce(/D[gh?j]{0,2}x[gh?L]{0,3}=[g?h]?/g, (found) =>
    sponsoredBy(found, { negated: Symbol('negation') }),
  );
  parts.reduce(/g?D[gh?]{0,3}=(?![kgBh]{0,3}D)/g, (found) =>
    /spons|patrocin|спонсир/.test(found.items.at(-1)?.text ?? '') ? sponsoredBy(found) : undefined,
  );
  parts.reduce(/(?:=|[gz?])[kgBh]{0,3}D/g, (found) => sponsoredBy(found));
  // `die noch nie Werbung gemacht haben`, `reklam almayan`: unknown verbs stand between
  parts.reduce(/x[g?hzkjL]{0,4}(?:x[g?hzk]{0,3})?=(?:g?x(?=g?(?:$|[.,])))?|=[g?hzk_]{0,6}X/g, (found) =>
    // `nigdy niesponsorowani` is one negation
    itemIn(found, 'not')?.whole ? undefined : flag('hasSponsors', false),
  );
  // `wir wollen keine Accounts, die schon Werbung gemacht haben`
  parts.reduce(/x[gi]{0,3}i,g[g?hzk]{0,4}=(?!g?x)/g, ({ items }) => {
    const link = items[items.findIndex(({ kind }) => kind === 'break') + 1]?.text ?? '';
    return /^(?:die|der|ktor|котор)/.test(link) ? flag('hasSponsors', false) : undefined;
  });
  // where the verb is the last word, an unknown one may say the opposite
  if (verbLast.has(parts.language)) parts.reduce(/=\?/g, () => ({ kind: 'lost' }));
  parts.reduce(/=/g, (found) => flag('hasSponsors', itemIn(found, 'sponsored')?.yes === true));
  // high engagement is above 3%, low engagement is not (assumed: nls-words)
  parts.reduce(/W(?!g?F)/g, (found) => {
    const isHigh = itemIn(found, 'lively')?.yes === true;
    return boundsOn(parts, 'engagement', boundsFor(isHigh ? 'above' : 'atMost', 0.03));
  });
  readNiches(parts);
};

/** Headings above properties: what they mean may be unclear. */
function readHeadings(parts: Parts): void {
  // `red flag: not verified`: they may want what the heading denies twice
  parts.reduce(/(?<=[xX]g{0,2}:g{0,2})(?:x[gh]{0,2})?[v=]/g, ({ items }) => {
    const what = items.at(-1);
    return items.length > 1 || (what && 'yes' in what && !what.yes) ? { kind: 'lost' } : undefined;
  });
  // `Nope list: verified accounts`: a heading that nobody knows may say the opposite
  parts.reduce(/(?<=\?g{0,2}:g{0,2})[v=]/g, ({ items: [item], at }) => {
    const heading = parts.items.slice(0, at).findLast(({ kind }) => kind === 'word');
    return item && 'yes' in item && item.yes && !plainHeading.test(heading?.text ?? '')
      ? { kind: 'lost' }
      : undefined;
  });
}

/** Words for what creators must or may have. */
const plainHeading =
  /^(?:stat|estad|etat|requi|condi|kondi|crit|kriter|have|note?$|nota|notiz|extra|import|wicht|voraus|beding|anforder|merkmal|imperat|obligat|obblig|obrig|vereis|eis|voorwaard|belangr|wymag|wazn|warun|sart|gerek|onemli|syarat|wajib|penting|plus|bonus|detail|info|pflicht|must|muss|profil|account|kont|hesap|akun|typ|tip|badge|label|eigenschaft|propr|proper|feature|nice|good|ideal|важно|услов|требован|статус|必|須|要|件|조|필수|상태|态|शर्त|जरूरी|स्थिति|شرط|شروط|مهم|الحالة)/;

/** `whose regular videos do 20k+`: what contents do without a figure are views. */
export const readDone: Rule = (parts) => {
  // `gained 5,000 followers`: growth is a share; `long videos not below 3k`: of what
  parts.reduce(/w[gh?]{0,2}N[gs]{0,2}M|(?<=(?:^|[.,])[gs?]{0,2})k[gh]?N(?=$|[.,])/g, (found) => {
    const number = itemIn(found, 'number') as ItemOf<'number'>;
    return (itemIn(found, 'measure')?.measure ?? 'followers') === 'followers' &&
      !number.percent &&
      (itemIn(found, 'growing') || !(number.bare || number.small))
      ? { kind: 'lost' }
      : undefined;
  });
  parts.reduce(/k(?:[ghs?]{1,4}|[gh]?s)?[ca]?[Nn](?![gsC]{0,2}[MRUkTou%])(?:\?)?/g, (found) => {
    const number = itemIn(found, 'number') as ItemOf<'number'>;
    const isDone = number.statistic === 'avg' || found.items.some(({ text }) => doing.test(text));
    if (!isDone || number.value < 500) return undefined;
    // `videos get 20k saves`
    const last = found.items.at(-1);
    if (last?.kind === 'word' && !/ly$/.test(last.text)) return { kind: 'lost' };
    const shorts = /short/.test(found.items[0]?.text ?? '');
    return boundsOn({ platform: parts.platform, shorts }, 'views', boundsWith(number, found));
  });
};
const doing =
  /^(?:(?:usually |regularly )?(?:do|does|doing|gets?|getting|pull|pulls|pulling|average|averages|averaging|hit|hits|reach|makes?)(?: in)?|hacen|sacan|consiguen|fazem|tiram|font|machen|holen|fanno|halen|doen|robia|набирают)$/;

/** Sizes, and subjects of creators, but not those that a brand sells. */
const readNiches: Rule = (parts) => {
  // `small cat accounts`
  parts.reduce(/[?cC](?=[?tj]{1,5}\/?i)/g, ({ items: [item], at }) =>
    small.test(item?.text ?? '') && !businesses.test(parts.items[at + 1]?.text ?? '')
      ? { kind: 'size', from: 0, to: 99_999 }
      : undefined,
  );
  // `wir sind ein kleiner Onlineshop`
  parts.reduce(/[cC](?=[?])/g, ({ items: [item] }) =>
    small.test(item?.text ?? '') ? { kind: 'word' } : undefined,
  );
  // `nothing huge, 3k to 30k followers`
  parts.reduce(/(?<=x)[?cCX](?=[.,;]|$)/g, ({ items: [item] }) =>
    big.test(item?.text ?? '') ? { kind: 'size', from: 500_000, to: Number.POSITIVE_INFINITY } : undefined,
  );
  parts.reduce(/Q/g, (found) => {
    const { from, to } = itemIn(found, 'size') as ItemOf<'size'>;
    return readAs({ as: 'size', from, to });
  });
  // `skateboarders on tiktok, 20k+`: nobody knows whom the rest is about
  if (!parts.letters.includes('t'))
    parts.reduce(/^\??[?I](?=g?[Ii,])/g, ({ items }) =>
      agents.test(items.at(-1)?.text ?? '') ? { kind: 'lost' } : undefined,
    );
  // `💸` beside other niches is decoration; `kochen zuhause`, `recettes maison`: what is done at home
  const { wider } = parts.lexicon;
  const named = new Set(
    parts.items.flatMap((item) => (item.kind === 'niche' && /\p{L}/u.test(item.text) ? item.slugs : [])),
  );
  const isNear = (slug: string) =>
    named.has(slug) || [...named].some((other) => wider.get(slug) === other || wider.get(other) === slug);
  parts.reduce(/t/g, ({ items: [item], at }) => {
    const { slugs, text } = item as ItemOf<'niche'>;
    const isHome = slugs.join() === 'home' && [-1, 1].some((step) => isDoneAtHome(parts.items[at + step]));
    const isDecoration = named.size > 0 && !/\p{L}/u.test(text) && !slugs.some(isNear);
    // `true crime book and thriller reviewers`
    const before = parts.items[at - 1];
    const isHead = before?.kind === 'niche' && before.slugs.every((slug) => slugs.join() === wider.get(slug));
    return isHome || isDecoration || isHead ? { kind: 'used' } : undefined;
  });
  // `una campaña de zapatillas necesita corredores`: what is sold is not what creators make
  parts.reduce(/(?<=[g?t])t(?!(?:[gj,]{0,2}t){0,8}g?[ik])(?=.{0,16}t)/g, ({ at }) => {
    const before = parts.items.slice(Math.max(0, at - 5), at);
    const words = before.slice(before.findLastIndex(({ kind }) => !/^(?:glue|word|niche)$/.test(kind)) + 1);
    return words.some(({ text }) => campaign.test(text)) && !words.some(({ text }) => wanting.test(text))
      ? { kind: 'used' }
      : undefined;
  });
  // `a baby products brand`, `유아용품 브랜드`
  parts.reduce(/t(?=.{0,16}t)/g, ({ at, before }) => {
    const behind = parts.items
      .slice(at + 1, at + 5)
      .map(({ text }) => text)
      .join('');
    const isFirst = /(?:^|[.])[g]*$/.test(before);
    return products.test(behind) || (isFirst && seller.test(parts.words(at + 1, at + 5)))
      ? { kind: 'used' }
      : undefined;
  });
  parts.reduce(/t/g, ({ items: [item], before, after }) =>
    readAs({
      as: 'niches',
      slugs: (item as ItemOf<'niche'>).slugs,
      alternative: /[tK]j[gi]{0,2}$/.test(before) || /^(?:,g?t){0,8},?jg?i?g?t/.test(after),
    }),
  );
};

const small =
  /^(?:small|smaller|tiny|pequen[oa]s|petite?s|klein(?:e|er|ere|eren|en)|piccol[ie]|mal(?:e|ych)|kucuk|маленьк\S*|небольш\S*|мелк\S*|sma)$/;

const big = /^(?:too )?(?:huge|big|massive|large|enormous|gigantic)$/;
const isDoneAtHome = (item: Item | undefined): boolean =>
  item?.kind === 'niche' && /^(?:food|homecooking|baking|fitness|yoga|strength)$/.test(item.slugs.join());

const agents =
  /^(?!market|manag|advertis|custom|youtub|tiktok|instag|influenc|vlog|blog|stream)[a-z]{4,}(?:ers|ors|ists|ians)$/;

const seeking =
  /^(?:needs?|wants?|seeks|is looking|is|sucht|braucht|zoekt|busca|necesita|procura|precisa|cherche|recherche|cerca|szuka|potrzebuje|ищет|ariyor|mencari|butuh)\b/;
/** Words behind the goods that somebody sells. */
const products =
  /^の?(?:用品|製品|商品|ブランド|メーカー|용품|제품|브랜드|회사|品牌|产品|公司|प्रोडक्ट|ब्रांड|कंपनी|urun|marka|firma|brand|product|company|label|shop|store)/;
/** `outdoor gear brand seeks dog creators` */
const seller =
  /^(?:\S+ ){0,2}(?:brand|company|label|shop|store|startup|firm|retailer|maker|marke|firma|hersteller|merk|marka)(?: |$)/;

/** `non merci` says no, as `non` does. */
const saysNo = (item: Item | undefined): boolean =>
  noWords.has((item?.kind === 'not' ? item.text.split(' ')[0] : item?.text) ?? '');

const campaign =
  /^(?:product|produit|prodott|produk|produs|manufact|منتجات|مستلزمات|marca|marque|marke|merk|marka|brand|marchio|бренд|boutique|tienda|loja|negozio|campa|kampa|кампан|launch|lanzamiento|lancamento|lancement|lancio|sell(?:s|ing)?$|vend|verk[ao]u?f|verkoo?p|sprzeda|прода|satiyor|menjual)/;

/** Parts that are no matter: `verified not needed`, `inactive accounts are fine`. */
export const readOptional: Rule = (parts) => {
  // `haven't run any ads`: here it is no niche
  parts.reduce(/t(?=g{0,2}=)/g, ({ items: [item] }) =>
    /^r[ua]n/.test(item?.text ?? '') ? { kind: 'glue' } : undefined,
  );
  // `not running ads`, which without a negation is what clients do
  parts.reduce(/x[gh]{0,2}!/g, ({ items }) =>
    /^r[ua]n\w* ads/.test(items.at(-1)?.text ?? '') ? { kind: 'sponsored', yes: false } : undefined,
  );
  // `haven't posted ads`
  parts.reduce(/(?:Z|x[gh]{0,2}z)g?=/g, () => ({ kind: 'sponsored', yes: false }));
  // `no one who hasn't uploaded in 60 days`
  parts.reduce(/(?<=xg{1,2})xg?z/g, () => ({ kind: 'activity', yes: false }));
  // `nobody without a blue tick`, `認証のない人は不可`: two negations say yes
  parts.reduce(/\*(?=g{0,3}[v=])|(?<=[v=]g{0,2})\*/g, ({ items: [item] }) =>
    nobodyWithout.test(item?.text ?? '') ? { kind: 'glue' } : undefined,
  );
  // who needs no Spain may exclude it or not; who needs no English takes any language
  parts.reduce(/[pPl][igk]{0,2}!/g, ({ items }) =>
    /need|requir|necess|irrelevan|not relevan|must|optional|nodig/.test(items.at(-1)?.text ?? '')
      ? { kind: itemIn({ items }, 'place')?.languages.length ? 'used' : 'lost' }
      : undefined,
  );
  // `I don't mind whether they're sponsored`
  parts.reduce(/![g?i]{1,3}[v=zZ]/g, ({ items }) =>
    items.some(({ text }) => whether.test(text.split(' ').at(-1) ?? '')) ? { kind: 'used' } : undefined,
  );
  parts.reduce(/[v=zZ][ig]{0,2}!/g, ({ items }) =>
    /fine|ok|welcome|problem|issue|need|requir|necess|must|import|optional|matter|relevan|egal|rolle|niet uit|znaczenia|onemli|fark|penting|masalah|важно|значения|問|상관|무관|不限|无所谓|يهم|फर्क/.test(
      items.at(-1)?.text ?? '',
    )
      ? { kind: 'used' }
      : undefined,
  );
};

const whether = /^(?:whether|if|ob|si|se|of|czy|ли|apakah)$/;
const nobodyWithout =
  /^(?:nobody|no |none |nadie|ningun|ninguem|nenhum|personne|aucun|niemand|keiner|nessuno|nikt|nikogo|никого|никто|jangan)|^(?:の|が)ない.*(?:不可|除く|NG|ng)$|^없는 .*제외$/;

/** Hashtags with their sign (observed); handles, of which `like @someone` is only a comparison; explicit names. */
export const readNames: Rule = (parts) => {
  parts.reduce(/#/g, ({ items: [item] }) =>
    readAs({ as: 'texts', filter: 'hashtags', values: [item?.text ?? ''] }),
  );
  parts.reduce(/(?:V[gi]{0,2}|M)@/g, () => ({ kind: 'used' }));
  parts.reduce(/@/g, ({ items: [item] }) => {
    const handle = (item?.text ?? '').slice(1).replace(/[.]+$/, '');
    return handle === '' ? undefined : readAs({ as: 'texts', filter: 'uniqueId', values: [handle] });
  });
  parts.reduce(/Hg?(?:"[^"]{1,8}"|\?)/g, (found) => readAs(nameReading(found)));
};

/** The words in quotation marks, or one word. */
function nameReading({ items }: Found) {
  const words = items.slice(items.findIndex(({ kind }: Item) => kind === 'sign' || kind === 'word'));
  const value = words.flatMap(({ kind, text }) => (kind === 'sign' ? [] : [text])).join(' ');
  return {
    as: 'bounds' as const,
    subject: 'displayName',
    conditions: [{ filterName: 'displayName', op: '=' as const, value, isFuzzySearch: true as const }],
  };
}
