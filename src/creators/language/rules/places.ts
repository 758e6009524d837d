import type { Item, ItemOf } from '../items.ts';
import { isUnderHeading, type Parts, type Rule } from '../parts.ts';
import type { Reading, TextFilter } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import {
  localWords,
  nobody,
  onlyWords,
  orWords,
  prepositions,
  relatives,
  situated,
} from '../words/joints.ts';
import { wanting } from './client.ts';
import { objectFirst } from './growth.ts';

/** Countries of creators and of their audiences, and languages. */
export const readPlaces: Rule = (parts) => {
  parts.replaceAll(
    parts.items.map(
      (item, at): Item =>
        isOfBrand(parts, at)
          ? { kind: 'used', text: item.text }
          : item.kind === 'place' && isSubject(parts, at)
            ? { kind: 'word', text: item.text }
            : item,
    ),
  );
  // `inte från Spanien`
  parts.reduce(/c(?=[pP])/g, ({ items: [item] }) => (item?.text === 'fran' ? { kind: 'glue' } : undefined));
  // `an audience in Germany, but not living there`
  parts.reduce(/(?<=x[^.,p]{0,3})[g?]/g, ({ items: [item], at }) => {
    const place = parts.items.slice(0, at).findLast(({ kind }) => kind === 'place');
    return place?.kind === 'place' && thereWords.has(`${parts.language}:${item?.text}`)
      ? { ...place, kind: 'place' }
      : undefined;
  });
  // `Iran or Nowhereland`
  parts.reduce(
    /(?<=[plP][gj]?j[gj]?)\?{1,8}(?=$|[.,;E])|(?<=(?:^|[.,:g]))\?(?=[gj]?j[gj]?p(?:$|[.,;]))/g,
    () => ({
      kind: 'lost',
    }),
  );
  const languages = languageItems(parts);
  const audiences = audienceItems(parts, languages);
  const conflicting = new Set([
    ...conflictingItems(parts, (at) => !languages.has(at) && !audiences.has(at)),
    ...[...audiences].filter((at) => isUnclear(parts, at, audiences)),
  ]);
  parts.replaceAll(
    parts.items.map((item, at): Item => {
      if (item.kind !== 'place') return item;
      if (conflicting.has(at)) return { kind: 'lost', text: item.text };
      const isLanguage = languages.has(at);
      const filter: TextFilter = isLanguage
        ? 'mainLanguage'
        : audiences.has(at)
          ? 'mainAudienceLocation'
          : 'country';
      const reading: Reading = {
        as: 'texts',
        filter,
        values: isLanguage ? item.languages : item.countries,
        ...(item.city && { city: true }),
      };
      return { kind: 'read', text: item.text, reading, ...(item.hint && { hint: item.hint }) };
    }),
  );
};

/** `an app to learn English`, `videos about ancient Rome`: what somebody learns or talks about is not where anyone lives. */
function isSubject({ items, letters, language }: Parts, at: number): boolean {
  const [before, behind] = [items[at - 1], items[at + 1]];
  const learnt = [
    letters[at - 1] === 'g' ? items[at - 2] : before,
    ...(objectFirst.has(language) ? [behind] : []),
  ];
  const place = items[at];
  if (
    place?.kind === 'place' &&
    place.languages.length > 0 &&
    learnt.some((item) => learns.test(item?.text ?? ''))
  )
    return true;
  const [, about = ''] = /(?:[ikE]g?)([acg?][?g]?)$/.exec(letters.slice(Math.max(0, at - 5), at)) ?? [];
  return about !== '' && aboutWords.test(items[at - about.length]?.text ?? '');
}
const learns =
  /(?:^| )(?:learn(?:ing|s)?|teach(?:ing|es)?|study(?:ing)?|apprendre|apprennent|enseign\S*|aprend\S*|ensen\S*|ensin\S*|lern\S*|lehr\S*|unterricht\S*|impar\S*|insegn\S*|ler(?:en|ar)|leert|uczy\S*|uczac\S*|nauk\S*|ogren\S*|ogret\S*|belajar|mengajar\S*|изуч\S*|уч(?:ить|ат|ащ)\S*|lara|larar)$/;
const aboutWords = /^(?:about|sobre|uber|over|sur|tentang|om|o|о|об)$/;

/** `a Danish toy brand`, `marca danesa`: where a brand comes from says nothing about creators. */
function isOfBrand(parts: Parts, at: number): boolean {
  const { items, letters } = parts;
  if (isMarket(parts, at) || forBrand.test(parts.words(at + 1, at + 14).replaceAll(' ', ''))) return true;
  if (isOfBasedBrand(parts, at)) return true;
  // `we have an aquarium shop in Valencia`
  if (/[pP]/.test(letters[at] ?? '') && ownShop.test(parts.words(Math.max(0, at - 8), at)))
    return !items.some(({ text }) => localWords.test(text));
  // `an agency from Jakarta`, `una marca de ropa de Madrid`
  if (/[pP]/.test(letters[at] ?? '') && sellerFrom.test(parts.words(Math.max(0, at - 6), at))) return true;
  if (letters[at] !== 'P') return false;
  const after = items.slice(at + 1, at + 4).findIndex(({ text }) => brandWord.test(text));
  return (
    brandWord.test(items[at - 1]?.text ?? '') ||
    (after !== -1 && /^[g?t]*$/.test(letters.slice(at + 1, at + 1 + after)))
  );
}
/** `スイスの家具メーカーのために`, `İsviçre'den bir marka için` */
const forBrand =
  /^[^,.、。を을를]{0,14}?(?:メーカー|会社|企業|ブランド|ホテル|회사|브랜드|업체|호텔|公司|品牌|厂商|酒店|ureticisi|markasi|firmasi|sirketi|oteli|magazasi|marka|firma|sirket|[iu]m[iu]z)(?:のため|向け|の依頼|[을를]위|寻找|icin)/;
/**
 * `we run ads in Germany and Austria`, `our brand ships to France`, `our agency is in Berlin`: unless creators are to be
 * `there`, they may be anywhere.
 */
function isMarket(parts: Parts, at: number): boolean {
  const { items, letters } = parts;
  for (let place = at; place > at - maxListParts && place >= 0; place--) {
    if (letters[place] === ',') continue;
    const list = /^[pP](?:(?:,g?p){0,5},?g?[j/]g?p)?/.exec(letters.slice(place))?.[0] ?? '';
    if (at >= place + list.length) continue;
    if (isSoldIn(items, letters, place)) return !items.some(({ text }) => localWords.test(text));
    if (isLaunchedIn(parts, place, list.length)) return true;
  }
  return false;
}

/** `a launch in the Nordics. We want dog people from Sweden`: beside other places, that of a launch is none of creators. */
const isLaunchedIn = (parts: Parts, at: number, length: number): boolean =>
  launchIn.test(parts.words(Math.max(0, at - 3), at)) &&
  [...parts.letters].some(
    (letter, place) =>
      /[pP]/.test(letter) && (place < at || place >= at + length) && !isOfBasedBrand(parts, place),
  );
/** `a Berlin-based coffee brand` */
const isOfBasedBrand = (parts: Parts, at: number): boolean =>
  /^(?:- )?based (?:\S+ ){0,3}(?:brand|company|label|shop|store|startup|agency|firm)(?: |$)/.test(
    parts.words(at + 1, at + 8),
  );

/** The parts of a list of six places, and of a clause before it: more would be read again for each place. */
const maxListParts = 12;
const maxClauseParts = 40;

function isSoldIn(items: readonly Item[], letters: string, at: number): boolean {
  const start = at - (/[^.,:]*$/.exec(letters.slice(Math.max(0, at - maxClauseParts), at))?.[0].length ?? 0);
  const words = items.slice(start, at).map(({ text }) => text);
  const verb = words.findLastIndex((text) => sells.test(text));
  const brand = words.findLastIndex((text) => brandWord.test(text));
  const behind = words.slice(brand + 1);
  if (brand !== -1 && behind.length > 1 && behind.every((text) => isWords.has(text))) return true;
  // `we sell boots and ship to Norway`: the first verb has the subject
  const first = words.findIndex((text) => sells.test(text));
  const subject = letters.slice(start, start + first).search(/[^it@]*$/);
  return (
    verb !== -1 &&
    !letters.slice(start + verb, at).includes('i') &&
    !words.slice(verb).some((text) => wanting.test(text)) &&
    (ourVerbs.test(words[verb] ?? '') || words.slice(subject, first).some((text) => advertisers.test(text)))
  );
}
const sells =
  /^(?:sell|ship|deliver|advertis|(?:we )?r[ua]n(?:ning)? ads|distribut|export|available|retail|stock|adverteer|adverter|verkauf|vertreib|liefer|werben|schalten|verko|lever|vend|envi|anunci|distribu|spedi|pubblicizz|livr|commercialis|sprzeda|wysyla|reklamuj|satiyor|satis|прода|доставля|рекламир|menjual|mengirim)/;
const ourVerbs =
  /^(?:we run ads|vendemos|enviamos|anunciamos|distribui[mn]os|vendiamo|spediamo|sprzedajemy|wysylamy|reklamujemy|продаем|доставляем|рекламируем|satiyoruz)$/;
const advertisers =
  /^(?:we(?:'re)?|our|brand|products?|company|client|shop|store|wir|unser\S*|nous|notre|nos|on|nuestr\S*|noss\S*|nostr\S*|wij|ons|onze|мы|наш\S*|kami|nasz\S*|marca|marque|marke|merk|marka|produ[ck]to?|produit|produkt|prodotto|produto|cliente?|kunde|klant|klient)$/;
const isWords = wordSet(
  'is are based located in at sits ist sitzt est a en esta sede com e si trova zit gevestigd jest w ada di',
);
const brandWords =
  'agency|agencia|agence|agenzia|agentur|bureau|agencja|агентство|ajans|startup|marca|marque|marke|merk|marka|бренд|merek';
const launchIn =
  /(?:^| )(?:launch(?:es|ing)?|rollout|roll out|opening|expand(?:s|ing)?|expansion|lanzamiento|lancement|lancio|lancamento|lansering|lancering|einfuhrung|premiera) (?:in|into|to|across|throughout|en|em|na|no|i|w|au|aux)(?: the| la| el| les| den)?$/;
const ownShop =
  /(?:we|our|i|tenemos|tengo|nuestra|abbiamo|la nostra|nous avons|notre|wir haben|unser|temos|nossa|wij hebben|onze|mamy|nasz) (?:(?:have|own|run|an?|una?|une|eine?n?|um|een) ){0,2}(?:\S+ ){0,3}(?:shop|store|boutique|salon|gym|cafe|restaurant|hotel|tienda|negozio|loja|winkel|laden|geschaft|sklep)(?: (?:de|di|d) \S+)? (?:in|en|em|a|w|na)$/;
const sellerFrom = new RegExp(
  `(?:^| )(?:${brandWords}|agensi|agentschap|brand|company|label|empresa|firma) (?:(?:de|di|d|fur|voor) [^.,:;]{1,24} )?(?:from|de|dari|di|aus|uit|z|из|da|fran)$`,
);
const brandWord = new RegExp(`^(?:${brandWords}|brand|company|марка)$`);

/** A language: `in Spanish`, `Spanish-speaking`, `Spanish videos`; in a row of such words, all of them. */
function languageItems(parts: Parts): ReadonlySet<number> {
  const { items, letters } = parts;
  const found = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'place' || item.languages.length === 0) continue;
    const [before, after] = [parts.before(at), parts.after(at)];
    const previous = items[at - 1];
    const isLanguage =
      item.countries.length === 0 ||
      // `in Spanish`, and `not in Spanish`
      ((previous?.kind === 'glue' || previous?.kind === 'not') &&
        languageWords.has(previous.text.split(' ').at(-1) ?? '')) ||
      /q[g:hx]{0,3}$/.test(before) ||
      // `in English, not Swedish`
      (previous?.kind === 'not' && found.has(at - 2 - Number(items[at - 2]?.kind === 'break'))) ||
      /^[j/]?g?q|^k/.test(after) ||
      isOnlyLanguage(parts, at) ||
      // `Mexico, Spanish`
      (letters[at] === 'P' &&
        /(?<![pP][,jg]{1,3})p,$/.test(before) &&
        /^(?:[,.;]|$)/.test(after) &&
        !/^,g?[pPl]/.test(after));
    const [joint = ''] = /[j,]{1,2}$/.exec(before) ?? [];
    if (isLanguage || (joint !== '' && !/^f/.test(after) && found.has(at - 1 - joint.length))) found.add(at);
  }
  for (let at = items.length - 1; at >= 0; at--)
    if (
      parts.letters[at] === 'P' &&
      !found.has(at) &&
      (/^P[j,/](?:[PK]|l(?=[j/]?g?[qk]))/.test(parts.letters.slice(at, at + 6)) ||
        // `German or Dutch language`
        (/^P[j,/]l/.test(parts.letters.slice(at, at + 3)) &&
          (items[at + 2]?.text.includes(' ') || /(?:^|[.,:])g*$/.test(parts.before(at))))) &&
      found.has(at + 2)
    )
      found.add(at);
    else {
      // `Französisch, aber kein Englisch sprechen`
      const bridge = /^P[,g]{1,3}xg?(?=[Pl])/.exec(parts.letters.slice(at, at + 8))?.[0];
      if (bridge && found.has(at + bridge.length)) found.add(at);
    }
  return found;
}

/** `from Mexico and Peru. Spanish only.` */
const isOnlyLanguage = (parts: Parts, at: number): boolean => {
  const [, before] = /p[^.]*[.,]([g?]{0,2})$/.exec(parts.before(at)) ?? [];
  const [after] = /^[g?]{0,2}(?=$|[.,])/.exec(parts.after(at)) ?? [];
  if (before === undefined || after === undefined) return false;
  const words = parts.items.slice(at - before.length, at + 1 + after.length);
  const { countries } = parts.items[at] as ItemOf<'place'>;
  return words.some(({ text }) => onlyWords.has(text)) && countries.every((code) => homes.has(code));
};
/** Countries whose adjective is the name of a language. */
const homes = wordSet('ESP PRT FRA DEU ITA JPN KOR TUR RUS NLD POL IDN CHN SWE NOR DNK FIN GRC THA VNM UKR');

export const nounFirst = wordSet('spa por fra ita ind ara');
const thereWords = wordSet(
  'eng:there spa:alli spa:ahi spa:alla por:la por:ali fra:la ita:la ita:li deu:dort nld:daar pol:tam rus:там ind:sana tur:orada',
);
const languageWords = new Set(['in', 'en', 'auf', 'em', 'into', 'na', 'op', 'на']);

/** `Japanese viewers`, `an audience in Japan`, `fans mostly from Brazil or Mexico`. */
function isOfAudience(parts: Parts, at: number): boolean {
  // `male viewers (nobody from China)`: nobody stands for creators
  if (
    parts.items.slice(Math.max(0, at - 3), at).some(({ kind, text }) => kind === 'not' && nobody.test(text))
  )
    return false;
  const [before, after] = [parts.before(at), parts.after(at)];
  // `mainly Brazil`: nobody lives mainly somewhere
  const place = parts.items[at];
  const isCity = place?.kind === 'place' && place.city === true;
  if ((isUnderHeading(before) && !isCity) || (/m[gEh]{0,2}$/.test(before) && !/^[PptKg]{0,3}i/.test(after)))
    return true;
  const [following, preceding] = [
    /^(?:[j,/]+[pP]|[j/]+G|[pPG]){0,3}(?:g(?=f|Mm))?[fM]/.exec(after),
    /[fM][gmhpPjGA/Nn%cxzK_"E]{0,8}$/.exec(before),
  ];
  // `portugal público feminino`: nouns come before what says more about them
  if (
    place?.kind === 'place' &&
    !place.adjective &&
    nounFirst.has(parts.language) &&
    /^f/.test(after) &&
    preceding === null
  )
    return false;
  const isAudience = (item: Item | undefined): boolean =>
    item?.kind === 'audience' || (item?.kind === 'measure' && item.measure === 'followers');
  return (
    (following !== null &&
      // `from Spain or Portugal whose audience`: the audience is another part
      !wordsBetween(parts, at + following[0].length - 2, at + following[0].length + 1).some(
        (word) => word === '(' || relatives.has(word),
      ) &&
      isAudience(parts.items[at + following[0].length])) ||
    // `sorted by followers and from Spain`, `with the most followers from Spain`: the place is not theirs
    (preceding !== null &&
      !/[rO]g{0,2}$/.test(before.slice(0, preceding.index)) &&
      (!/^[fM][^pPK]*j/.test(preceding[0]) || livesThere(parts, at)) &&
      isAudience(parts.items[at - preceding[0].length]))
  );
}

/** `an audience that is mostly female and lives in Canada`: one verb for many people. */
const livesThere = (parts: Parts, at: number): boolean =>
  parts.items.slice(Math.max(0, at - 3), at + 2).some(({ text }) => livesWords.has(text));
const livesWords = wordSet(
  'lives comes resides kommt lebt wohnt sitzt vive viene reside vem mora vit vient woont komt leeft mieszka pochodzi живет живёт',
);

/** The countries of audiences; of a list all: `an audience in the US, Canada or the UK`. */
function audienceItems(parts: Parts, languages: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  let previous = -1;
  for (const [at, item] of parts.items.entries()) {
    if (item.kind !== 'place' || languages.has(at)) continue;
    // `an American audience, but are not American themselves`
    if (isOfThemselves(parts, at, found)) continue;
    const between = parts.letters.slice(previous + 1, at);
    const isListed =
      found.has(previous) &&
      /^[,/]?[gj]*$/.test(between) &&
      // `an audience in the US, Ireland`: without a conjunction, Ireland is another part
      (/[j/]/.test(between) ||
        (between.includes(',') && /^(?:,g*[pP]){0,6}g*[j/][gj]*[pP]/.test(parts.after(at)))) &&
      !/^[tPpKgj]{0,5}i|^(?:[gj,/]*[pP])*g*X/.test(parts.after(at)) &&
      !wordsBetween(parts, previous, at).some((word) => prepositions.has(word));
    if (isListed || isOfAudience(parts, at)) found.add(at);
    previous = at;
  }
  return found;
}

/** Nobody excludes the audience that they ask for. */
function isOfThemselves({ items, letters }: Parts, at: number, audiences: ReadonlySet<number>): boolean {
  const end = letters[at + 1] === ',' ? at : at + 3;
  const near = items.slice(Math.max(0, at - 4), end);
  if (near.some(({ text }) => selfWords.test(text))) return true;
  const place = items[at];
  const isExcluded = /x[^K.,;]{0,4}$/.test(letters.slice(Math.max(0, at - 6), at));
  return (
    isExcluded &&
    place?.kind === 'place' &&
    [...audiences].some((other) => {
      const audience = items[other];
      return (
        audience?.kind === 'place' &&
        !/x[^K.,;]{0,4}$/.test(letters.slice(Math.max(0, other - 6), other)) &&
        audience.countries.some((code) => place.countries.includes(code))
      );
    })
  );
}
const selfWords =
  /^(?:themselves|herself|himself|mism[oa]s?|selbst|selber|eux-memes|elles-memes|stess[ie]|zelf|sami|same|kendi(?:leri|si)?|sendiri|сами|сам|自身|本人|본인|أنفسهم|खुद)$/;

/** `an audience in Brazil and from Spain`: nobody knows who is from Spain. */
function isUnclear(parts: Parts, at: number, audiences: ReadonlySet<number>): boolean {
  const previous = parts.items.findLastIndex((item, place) => place < at && item.kind === 'place');
  const words = wordsBetween(parts, previous, at);
  const preposition = words.find((word) => prepositions.has(word));
  return (
    audiences.has(previous) &&
    /^g*j[gjx]*$/.test(parts.letters.slice(previous + 1, at)) &&
    preposition !== undefined &&
    !wordsBetween(parts, previous - 3, previous).includes(preposition) &&
    !words.some((word) => orWords.has(word))
  );
}

/** Creators have one country, so no filter knows `Italian creators in Germany` or `from Spain and based in France`. */
function conflictingItems(parts: Parts, isOfCreators: (at: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  let previous: number | undefined;
  for (const [at, item] of parts.items.entries()) {
    if (item.kind !== 'place' || !isOfCreators(at)) continue;
    const before = previous === undefined ? undefined : parts.items[previous];
    if (previous !== undefined && before?.kind === 'place') {
      const between = parts.letters.slice(previous + 1, at);
      const words = wordsBetween(parts, previous, at);
      const isApart =
        words.some((word) => situated.has(word)) ||
        /^[^j,.:;/]*i[^j,.:;/]*$/.test(between) ||
        (between.includes('i') && situated.has(parts.items[at + 1]?.text ?? '')) ||
        isOtherwise(wordsBetween(parts, previous - 4, previous), words);
      const isNegated =
        /x[^.,K]{0,6}$/.test(parts.before(previous)) ||
        /[xX]/.test(between) ||
        /^g{0,2}X/.test(parts.after(at));
      if (
        isApart &&
        !isNegated &&
        !words.some((word) => orWords.has(word)) &&
        !item.countries.some((code) => before.countries.includes(code))
      )
        found.add(at);
    }
    previous = at;
  }
  return found;
}

/** `based in France and from Spain` */
const isOtherwise = (before: readonly string[], words: readonly string[]): boolean =>
  before.some((word) => situated.has(word)) &&
  words.some((word) => prepositions.has(word) && !before.includes(word));

const wordsBetween = ({ items }: Parts, from: number, to: number): string[] =>
  items.slice(from + 1, to).flatMap(({ text }) => text.split(' '));
