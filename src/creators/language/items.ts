import { sponsoringPlatforms } from '../../core/platforms.ts';
import { type DayOfYear, dateAt } from './dates.ts';
import type { Lexicon } from './lexicon.ts';
import { codeAt, loneMeaning } from './lone.ts';
import { bareLetters, isRate, type Meaning } from './meanings.ts';
import { type Amount, amountAt, beyondWords, isScale, scaleOf } from './numbers.ts';
import type { FoundPhrase } from './phrases.ts';
import type { NumberRange, Reading } from './readings.ts';
import { stemOf, type Token } from './tokens.ts';
import type { PlatformHint } from './words/platforms.ts';

/** One part of a description: what it means and its words. */
export type Item = Span &
  (
    | Meaning
    | ({ kind: 'amount' } & Amount)
    | ({ kind: 'number' } & NumberRange)
    /** A number of days: `two weeks`. */
    | { kind: 'duration'; days: number }
    | { kind: 'tag' | 'handle' | 'word' | 'sign' | 'break' | 'stop' | 'colon' }
    | { kind: 'date'; date: DayOfYear }
    | { kind: 'platform'; excluded: boolean }
    /** A constraint that a rule has read. */
    | { kind: 'read'; reading: Reading }
    /** Words that a rule has understood and that constrain nothing. */
    | { kind: 'used' }
    /** A number that no filter can express. */
    | { kind: 'lost' }
  );

export interface Span {
  text: string;
  /** The videos that a figure is about, where the text names them beside it. */
  form?: 'shorts' | 'videos';
  hint?: PlatformHint;
}

export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

/** One letter per item, so that the rules of the grammar are patterns over letters. */
export function letterOf(item: Item): string {
  switch (item.kind) {
    case 'place':
      return item.countries.length === 0 ? 'l' : item.adjective ? 'P' : 'p';
    case 'compare':
      return item.after ? 'C' : item.compare === 'about' ? 'a' : 'c';
    case 'measure':
      return item.measure === 'unknown' ? 'U' : isRate(item.measure) ? 'R' : 'M';
    case 'activity':
      return item.yes ? 'z' : 'Z';
    case 'not':
      return item.after ? 'X' : 'x';
    case 'platform':
      return item.excluded ? 'J' : 'I';
    case 'number':
      return item.money ? '¤' : item.percent ? '%' : item.year ? 'Y' : item.small ? 'n' : 'N';
    default:
      return letters.get(item.kind) ?? '?';
  }
}

const letters = new Map(
  `${bareLetters} niche:t statistic:s size:Q gender:G age:A verified:v sponsored:= brand:D lively:W growing:w since:S unit:u often:o rank:r order:O direction:> amount:0 duration:d tag:# handle:@ sign:" break:, stop:. colon:: read:K used:_ date:2`
    .split(' ')
    .map((pair) => [pair.slice(0, -2), pair.slice(-1)]),
);

export function itemsOf(tokens: readonly Token[], lexicon: Lexicon, language: string): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { item, length } = itemAt(tokens, at, lexicon, language);
    const hint =
      lexicon.platforms.at(tokens, at)?.meaning ??
      (item.kind === 'brand' ? hintOf(item, lexicon) : undefined);
    // `US+UK`; emoji without a meaning part nothing
    if (item.text === '+' && /^(?:place|niche)$/.test(items.at(-1)?.kind ?? ''))
      items.push({ kind: 'joint', text: '+' });
    else if (!(item.kind === 'word' && /^[^\p{L}\p{N}]+$/u.test(item.text)))
      items.push(hint ? { ...item, hint } : item);
    at += length;
  }
  return items;
}

/** Languages that write several words as one: `Buchblogger`, `muziekmakers`. */
const compounding: ReadonlySet<string> = new Set(['deu', 'nld', 'swe']);
/** Words of every language: `foodblogger`, `travelvlogger`. */
const lastLoans =
  /^(.{3,}?)((?:blogger|vlogger|creator|influencer|youtuber|tiktokk?er|tok)(?:s|n|in|innen)?)$/;
const lastParts =
  /^(.{3,}?)((?:blogger|vlogger|creator|influencer|youtuber|tiktokk?er|tok|lehrer|leser|lezers?|trainer|coache?|rezensent(?:en)?|recensent(?:en)?|tester|kritiker|experten?|fans?|liebhaber|liefhebbers?|besitzer|halter|freunde|freaks?|vrienden|eigenaren|eigenaars?|baasjes?|laufer|koche?)(?:s|n|in|innen)?|accounts?|konton?|kreatorer|kanaler|kanal|kanale|kanalen|kanaal|profil|profile|profilen|profielen|bloggar(?:e|en|na)?|profiler(?:na)?|skapare|alskare|agare|entusiaster|konten|content|makers?|macher(?:n|in|innen)?|publikum|publiek|zielgruppe|videos?|inhalte|kunstler(?:n|in|innen)?|aufrufen?|likes|kommentaren?|wachstum|weergaven|reacties|mal)$/;

/** `Mindestfollowerzahl`, `Durchschnittsaufrufe`: a comparison or a statistic before its figure. */
const firstParts =
  /^(mindest|minimal|minimum|maximal|maximum|hochst|durchschnitts|snitt|genomsnitts)(?!ens$)(.{4,})$/;

/** The two parts of a compound, if the first one is a known word and the whole is none. */
export function partsOf(token: Token, lexicon: Lexicon, language: string): Token[] {
  // `menos d 25k`
  if (language === 'spa' && /^[dq]$/.test(token.text))
    return [{ ...token, text: token.text === 'd' ? 'de' : 'que' }];
  // `ins 穿搭博主`
  if (language === 'zho' && token.text === 'ins') return [{ ...token, text: 'insta', stem: 'insta' }];
  // `niemieszkający`
  const positive = language === 'pol' && /^nie(.{4,})$/.exec(token.text)?.[1];
  if (
    positive &&
    !lexicon.spelling.isKnown(token) &&
    lexicon.tongues.get('pol')?.at([{ ...token, text: positive }], 0)
  )
    return [
      { ...token, text: 'nie', stem: 'nie' },
      { ...token, text: positive, stem: positive, attached: true },
    ];
  const isPhrase = (text: Token) =>
    lexicon.tongues.get(language)?.at([text], 0) ??
    lexicon.phrases.at([text], 0) ??
    lexicon.platforms.at([text], 0);
  if (language === 'ara') return withoutPrefix(token, lexicon.spelling.isKnown);
  const part = (text: string): Token => ({ ...token, text, stem: stemOf(text) });
  const [, prefix = '', figure = ''] = (compounding.has(language) && firstParts.exec(token.text)) || [];
  if (figure !== '' && isPhrase(part(figure)))
    return [
      part(prefix.replace(/st$/, 'stens').replace('schnitts', 'schnittlich').replace('msnitts', 'msnitt')),
      { ...part(figure), attached: true },
    ];
  const pattern = compounding.has(language) ? lastParts : lastLoans;
  const [, first = '', last = ''] = (token.kind === 'word' && pattern.exec(token.text)) || [];
  if (first === '' || (pattern === lastLoans && isPhrase(token))) return [token];
  const known = [first, first.replace(/(?:en|er|es|[ens])$/, ''), `${first}en`].find((text) => {
    if (last === 'mal') return amountAt([part(text)], 0, language) !== undefined;
    return isPhrase(part(text));
  });
  return known === undefined ? [token] : [part(known), { ...part(last), attached: true }];
}

/** An Arabic word, and the conjunction or preposition that is written with it: `وقطر`. */
function withoutPrefix(token: Token, isKnown: (token: Token) => boolean): Token[] {
  if (isKnown(token)) return [token];
  for (const [, prefix = '', rest = ''] of [/^([وف])(.{2,})$/, /^(لل|بال|وال|[بلك])(.{2,})$/].map(
    (pattern) => pattern.exec(token.text) ?? [],
  ))
    for (const text of [rest, `ال${rest}`]) {
      const word = { ...token, text, stem: text };
      if (isKnown(word))
        return prefix === 'و'
          ? [
              { ...token, text: 'و', stem: 'و' },
              { ...word, attached: true },
            ]
          : [word];
    }
  return [token];
}

/** The platform where a brand sponsors most creators. */
function hintOf({ key }: ItemOf<'brand'>, lexicon: Lexicon): PlatformHint | undefined {
  const [most] = sponsoringPlatforms
    .map((platform) => ({ platform, count: lexicon.sponsoredBy(key, platform).length }))
    .toSorted((a, b) => b.count - a.count);
  return most && most.count > 0 ? { platform: most.platform, weight: 2 } : undefined;
}

function itemAt(
  tokens: readonly Token[],
  at: number,
  lexicon: Lexicon,
  language: string,
): { item: Item; length: number } {
  const token = tokens[at] as Token;
  const own = lexicon.tongues.get(language)?.at(tokens, at);
  const common = lexicon.phrases.at(tokens, at);
  const otherTongues = lexicon.otherTongues.at(tokens, at);
  const isOwn =
    own !== undefined &&
    own.length >= Math.max(common?.length ?? 0, otherTongues?.length ?? 0) &&
    common?.meaning.kind !== 'brand' &&
    !(token.text.length > 5 && isCountry(common, own)) &&
    // `ER: 4%`
    !(token.text === 'er' && token.capitals);
  const phrase = isOwn ? own : (common?.length ?? 0) >= (otherTongues?.length ?? 0) ? common : otherTongues;
  const number = amountAt(tokens, at, language);
  const day = dateAt(tokens, at);
  if (day)
    return {
      item: { kind: 'date', date: day.date, text: joinedText(tokens, at, day.length) },
      length: day.length,
    };
  if (isDash(tokens, at, language)) return { item: { kind: 'break', text: token.text }, length: 1 };
  if (language === 'zho' && beyondWords.has(token.text) && amountAt(tokens, at + 1, language))
    return { item: { kind: 'compare', compare: 'above', text: token.text }, length: 1 };
  if (isMinus(tokens, at)) return { item: { kind: 'not', text: token.text }, length: 1 };
  // `a hundred thousand` begins like `a day`: the longer reading wins
  if (
    number &&
    number.length >= (phrase?.length ?? 0) &&
    !(isOwn && number.length === 1 && phrase?.meaning.kind !== 'niche')
  )
    return {
      item: { kind: 'amount', text: joinedText(tokens, at, number.length), ...number.amount },
      length: number.length,
    };
  // `粉丝最多4万`, `con menor que 5000`: what compares a number is no end of another phrase
  const short = phrase && comparisonIn(tokens, at, phrase, lexicon, language);
  if (short) return itemAt(tokens.slice(0, at + short), at, lexicon, language);
  const code = codeAt(tokens, at);
  if (code) return { item: { text: token.text, ...code }, length: 1 };
  // `%3'ten yüksek etkileşim`: what follows a number compares it
  const behind = lexicon.tongues.get(language)?.at(tokens.slice(at, at + 1), 0);
  if (phrase?.meaning.kind === 'lively' && behind?.meaning.kind === 'compare')
    return itemAt(tokens.slice(0, at + 1), at, lexicon, language);
  const platform = lexicon.platforms.at(tokens, at);
  if (platform && platform.length > (phrase?.length ?? 0))
    return {
      item: { kind: 'platform', excluded: false, text: joinedText(tokens, at, platform.length) },
      length: platform.length,
    };
  const isNegative = language === 'tur' && negativeVerb.test(token.text);
  if (isNegative && (!phrase || isPositive(phrase.meaning)))
    return { item: { kind: 'not', after: true, text: token.text }, length: 1 };
  if (phrase)
    return {
      item: { text: joinedText(tokens, at, phrase.length), ...phrase.meaning },
      length: phrase.length,
    };
  if (isScale(token.text)) return { item: { kind: 'lost', text: token.text }, length: 1 };
  // `Ni Argentina ni Chile: …`, in a text whose language is not clear
  if (token.text === 'ni' && tokens.filter(({ text }) => text === 'ni').length > 1)
    return { item: { kind: 'not', text: token.text }, length: 1 };
  return { item: { text: token.text, ...loneMeaning(token, tokens[at - 1]) }, length: 1 };
}

/** `Honduras` and `Tanzânia` begin like words for dogs and dance. */
const isCountry = (common: FoundPhrase<Meaning> | undefined, own: FoundPhrase<Meaning>): boolean =>
  common?.meaning.kind === 'place' && /^(?:niche|glue)$/.test(own.meaning.kind);

/** A meaning that the negative of its verb does not have. */
const isPositive = (meaning: Meaning): boolean =>
  'yes' in meaning
    ? meaning.yes
    : /^(?:glue|aged|speaking|creator|content|having|mostly)$/.test(meaning.kind);

/** A Turkish verb that says its opposite: `konuşmayan`. */
const negativeVerb = /.{2}m(?:[ae](?:yan|mis|z|sin|mali|meli)|[iu]yor)(?:l[ae]r)?$/;

/** Where in a phrase a comparison of the number behind it begins. */
function comparisonIn(
  tokens: readonly Token[],
  at: number,
  { meaning, length }: FoundPhrase<Meaning>,
  lexicon: Lexicon,
  language: string,
): number | undefined {
  if (meaning.kind === 'compare' && !meaning.after) return undefined;
  for (let start = 1; start < length; start++) {
    const last = (
      lexicon.tongues.get(language) ?? (meaning.kind === 'compare' ? lexicon.phrases : undefined)
    )?.at(tokens, at + start);
    const end = at + start + (last?.length ?? 0);
    const isBefore = last?.meaning.kind === 'compare' && !last.meaning.after;
    if (isBefore && tokens[end]?.kind === 'number') return start;
  }
  return undefined;
}

/** `Spain - 10k followers`: a dash with blanks parts a list, except between two numbers. */
function isDash(tokens: readonly Token[], at: number, language: string): boolean {
  const [before, dash, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!dash || !/^[-–—/]$/.test(dash.text) || dash.attached || !before || !after || after.attached)
    return false;
  if (dash.text === '/' && perTime.test(after.text)) return false;
  const isNumber = /^[\d%]/.test(before.text) || scaleOf(tokens, at - 1, language) !== undefined;
  const next = amountAt(tokens, at + 1, language)?.amount;
  // `max 30k - 2+ uploads weekly`
  const isSmaller = next?.scaled === false && next.value < 100;
  return after.kind !== 'number' || !isNumber || isSmaller;
}

const perTime =
  /^(?:week|month|day|year|mo|wk|mes|semana|dia|mois|semaine|jour|monat|woche|tag|mese|settimana|giorno|maand|dag|miesi|mies|tydz|dzien|ay|hafta|gun|bulan|minggu|hari|месяц|мес|недел|ден|月|週|周|일|달|주|월|شهر|أسبوع|महीन|हफ्त)/;

/** `fitness -yoga`, as in web searches, and `!verified`. */
function isMinus(tokens: readonly Token[], at: number): boolean {
  const [sign, word] = tokens.slice(at, at + 2);
  return (
    /^[-!]$/.test(sign?.text ?? '') && sign?.attached === false && word?.kind === 'word' && word.attached
  );
}

const joinedText = (tokens: readonly Token[], at: number, length: number): string =>
  textOf(tokens.slice(at, at + length));

/** The words of tokens, with the blanks that the text has. */
const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, attached }, at) => (at === 0 || attached ? text : ` ${text}`)).join('');
