import { type Token, tokensOf, wordSet } from './tokens.ts';

/** A number as people write it: `10k`, `1.5 million`, `ten thousand`, `4%`, `100 000+`. */
export interface Amount {
  /** A percentage is a fraction: 4% is 0.04. */
  value: number;
  percent: boolean;
  /** `10k+` */
  open: boolean;
  /** Has a scale, such as k or million. */
  scaled: boolean;
  scale: number;
  /** Has neither a sign nor a scale, so it may be a year. */
  plain: boolean;
  money: boolean;
  /** `20s` */
  decade: boolean;
}

/** Reads the number that begins at a token, and counts its tokens. */
export function amountAt(
  tokens: readonly Token[],
  start: number,
  language: string,
): { amount: Amount; length: number } | undefined {
  let begin = start;
  const isMoney = () => currencies.has(tokens[begin]?.text ?? '') || isReal(tokens, begin);
  const money = isMoney();
  if (money) begin += isReal(tokens, begin) ? 2 : 1;
  const isPercentFirst = tokens[begin]?.text === '%' && tokens[begin + 1]?.kind === 'number';
  const number = plainNumber(tokens, isPercentFirst ? begin + 1 : begin, language);
  if (!number) return undefined;
  let { value, at } = number;
  const before = at;
  let scaling = 1;
  const scale = () => {
    for (let next = scaleOf(tokens, at, language); next !== undefined; next = scaleOf(tokens, at, language)) {
      scaling *= next;
      at += 1;
    }
  };
  scale();
  // `1 buçuk milyon`, `un millón y medio`
  const half = halfAfter(tokens, at);
  if (half > 0 && (scaling > 1 || scaleOf(tokens, at + half, language) !== undefined)) {
    at += half;
    value += 0.5;
    if (scaling === 1) scale();
  }
  value *= scaling;
  // `1만 2천`, `1万2千`
  const rest = scaling >= 1e4 && tokens[at]?.kind === 'number' ? amountAt(tokens, at, language) : undefined;
  if (rest?.amount.scaled && rest.amount.scale < scaling && rest.amount.value < scaling) {
    value += rest.amount.value;
    at += rest.length;
  }
  const scaled = at > before;
  const isTenths = tenths.has(tokens[at]?.text ?? '') && scaling === 1 && value <= 10;
  const percentAfter = isTenths || percents.has(tokens[at]?.text ?? '');
  if (isTenths) value *= 10;
  if (percentAfter) at += 1;
  const percent = percentAfter || isPercentFirst;
  const decade = tokens[at]?.text === 's' && tokens[at]?.attached === true;
  if (decade) at += 1;
  const open = tokens[at]?.text === '+';
  if (open) at += 1;
  return {
    amount: {
      value: percent ? value / 100 : value,
      percent,
      open,
      scaled,
      scale: scaling,
      plain: number.plain && !scaled && !percent && !open,
      money: money || currencies.has(tokens[at]?.text ?? '') || isReal(tokens, at),
      decade,
    },
    length: at - start,
  };
}

/** How many tokens say `and a half`. */
function halfAfter(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text === 'bucuk') return 1;
  const isJoined = /^(?:y|e|et|und|en|and|i|и)$/.test(tokens[at]?.text ?? '');
  const start = isJoined ? at + 1 : at;
  if (isJoined && halves.has(tokens[start]?.text ?? '')) return start + 1 - at;
  return isJoined && tokens[start]?.text === 'a' && halves.has(tokens[start + 1]?.text ?? '') ? 3 : 0;
}

const currencies = wordSet(
  '$ € £ ¥ ₹ ₺ ₽ usd eur euro euros gbp dollar dollars dolar dolares dollari dolarow pesos reais lira liraya tl zl złotych zloty rp rupiah rs rupees inr try pln brl 円 元 원 块 塊 рублей руб франков chf',
);
/** `R$ 1.500` */
const isReal = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'r' && tokens[at + 1]?.text === '$';
const percents = wordSet(
  '% percent pct percentage procent prozent porcento percento porciento persen procentow procenta процентов процента',
);
/** `7割` is 70 %. */
const tenths = wordSet('割 成');
/** `mil` is a thousand in these languages, otherwise short for a million. */
const isThousand = wordSet('spa por');

const smallNumbers = new Map([
  ...numbered(
    0,
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...numbered(2, 'dos tres cuatro cinco seis siete ocho nueve diez'),
  ...numbered(2, 'dois tres quatro cinco seis sete oito nove dez'),
  ...numbered(2, 'deux trois quatre cinq six sept huit neuf dix'),
  ...numbered(2, 'zwei drei vier funf sechs sieben acht neun zehn'),
  ...numbered(2, 'due tre quattro cinque sei sette otto nove dieci'),
  ...numbered(2, 'twee drie vier vijf zes zeven acht negen tien'),
  ...numbered(2, 'iki uc dort bes'),
  ...numbered(2, 'dua tiga empat'),
  ...numbered(2, 'два три четыре пять шесть семь восемь девять десять'),
  ...numbered(12, 'dozen'),
  ...numbered(2, 'twice thrice'),
]);
/** Numbers that are other words in other languages. */
const ownNumbers: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  pol: new Map([
    ...numbered(2, 'dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec'),
    ...numbered(2, 'dwoch trzech czterech pieciu szesciu siedmiu osmiu dziewieciu dziesieciu'),
    ['dwie', 2],
    ['dwadziescia', 20],
    ['sto', 100],
  ]),
  ind: new Map([...numbered(5, 'lima enam tujuh delapan sembilan sepuluh'), ['seratus', 100]]),
  ara: new Map([...numbered(3, 'ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'), ['مئة', 100], ['مائة', 100]]),
  kor: new Map([
    ['십', 10],
    ['백', 100],
    ['천', 1000],
  ]),
  tur: new Map([...numbered(4, 'dort bes alti yedi sekiz dokuz on'), ['yirmi', 20], ['yuz', 100]]),
  spa: new Map([
    ['veinte', 20],
    ['cien', 100],
    ['quince', 15],
    ['doce', 12],
  ]),
  por: new Map([
    ['duas', 2],
    ['vinte', 20],
    ['cem', 100],
    ['quinze', 15],
    ['doze', 12],
  ]),
  fra: new Map([
    ['vingt', 20],
    ['cent', 100],
    ['quinze', 15],
    ['cinquante', 50],
    ['trente', 30],
  ]),
  deu: new Map([
    ...['zwanzig', 'dreissig', 'vierzig', 'funfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'].map(
      (word, at): [string, number] => [word, 10 * (at + 2)],
    ),
    ['hundert', 100],
    ['zwolf', 12],
  ]),
  ita: new Map([
    ['venti', 20],
    ['cento', 100],
    ['quindici', 15],
    ['cinquanta', 50],
    ['dodici', 12],
  ]),
  nld: new Map([
    ...['twintig', 'dertig', 'veertig', 'vijftig', 'zestig', 'zeventig', 'tachtig', 'negentig'].map(
      (word, at): [string, number] => [word, 10 * (at + 2)],
    ),
    ['honderd', 100],
    ['vijftien', 15],
    ['twaalf', 12],
  ]),
  rus: new Map([
    ['две', 2],
    ['двадцать', 20],
    ['сто', 100],
    ['пятьдесят', 50],
    ['двух', 2],
    ['трех', 3],
    ['пяти', 5],
    ['десяти', 10],
  ]),
  jpn: new Map([...numbered(2, '二 三 四 五 六 七 八 九 十')]),
  hin: new Map(
    numbered(2, 'दो तीन चार पांच छह सात आठ नौ दस').concat([
      ['बीस', 20],
      ['पचास', 50],
      ['सौ', 100],
    ]),
  ),
  zho: new Map([...numbered(2, '二 三 四 五 六 七 八 九 十'), ['两', 2], ['兩', 2]]),
};

function numbered(first: number, words: string): [string, number][] {
  return words.split(' ').map((word, index) => [word, first + index]);
}

const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);

const scales = new Map([
  ['hundred', 100],
  ['百', 100],
  ['백', 100],
  ['thousand', 1e3],
  ['grand', 1e3],
  ['million', 1e6],
  ['mio', 1e6],
  ['mn', 1e6],
  ['millones', 1e6],
  ['milhoes', 1e6],
  ['millionen', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['crore', 1e7],
  ['crores', 1e7],
  ['tausend', 1e3],
  ...each(1e3, 'mille mila tsd tys тыс тысяч тысячи тысячам ألف الف آلاف हजार हज़ार ribuan rb duizend'),
  ...each(1e3, 'tysiąc tysiąca tysiące tysięcy tysiącom tysiącami tysiącach тысячами тысячах mije'),
  ...each(1e3, 'seribu bine binlik'),
  ...each(
    1e6,
    'miliona miliony milionów milionami milionach milionom миллионами миллионам sejuta milyona milyonluk',
  ),
  ...each(1e3, 'bin binden binin bini bine'),
  ...each(1e5, 'लाख'),
  ...each(1e7, 'करोड़'),
  ...each(1e6, 'मिलियन'),
  ...each(
    1e6,
    'millon milhao milioni milione milion milyon milyondan milyonun miljoen million millionen millions млн миллион миллиона миллионов мільйон مليون ملايين jt mlns',
  ),
  ['ribu', 1e3],
  ['juta', 1e6],
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['千', 1e3],
  ['만', 1e4],
  ['억', 1e8],
  ['천', 1e3],
]);
function each(scale: number, words: string): [string, number][] {
  return words.split(' ').map((word) => [tokensOf(word)[0]?.text ?? '', scale]);
}
/** A scale that stands alone is a number that is not understood: `a quarter million`. */
export const isScale = (text: string): boolean =>
  (text.length > 3 || /^[\u0600-\u097f]{3}$/.test(text)) &&
  !namesToo.has(text) &&
  scales.has(text.replace(/^(million|thousand|hundred|billion)s$/, '$1'));
const namesToo = wordSet('grand mille mila bine');

/** Only directly after the digits; after a space only those in `spaced`. */
const scaleLetters = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['mm', 1e6],
  ['b', 1e9],
  ['к', 1e3],
]);
const spaced = wordSet('k m');
/** A `k` or `m` before these words is not a scale: K beauty, m/f. */
const joinedToLetters = wordSet('pop beauty drama dramas fashion style hip rap culture / f tall');

/** What the word at a token multiplies the number before it by. */
export function scaleOf(tokens: readonly Token[], at: number, language: string): number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  const text = token.text.replace(/^(million|thousand|hundred|billion)s$/, '$1');
  if (text === 'mil') return isThousand.has(language) ? 1e3 : 1e6;
  return scales.get(text) ?? (token.attached || standsAlone(tokens, at) ? scaleLetters.get(text) : undefined);
}

/** `10 k followers`, but not `top 10 K-pop creators`. */
function standsAlone(tokens: readonly Token[], at: number): boolean {
  const [before, letter, after, next] = tokens.slice(Math.max(at - 1, 0), at + 3);
  if (before?.kind !== 'number' || !spaced.has(letter?.text ?? '')) return false;
  const hyphened = after?.text === '-' && after.attached && next?.kind === 'word';
  return !hyphened && !joinedToLetters.has(after?.text ?? '');
}

const fractions = /^(quarter|third|viertel|quart|cuarto|quarto|cwierc|drittel|tercio|terco)/;
const halves = wordSet(
  'half medio media meio meia demi mezza halbe halben halbes mezzo halve yarim setengah pol пол 半 نصف आधा',
);
export const articles = wordSet(
  'a an un una uno um uma une ein eine einer einem einen een bir satu jeden один एक 一 한 sebulan seminggu setahun sehari',
);
/** Languages in which a thousand has no article. */
const thousandAlone = wordSet('spa por fra ita tur');

function plainNumber(
  tokens: readonly Token[],
  start: number,
  language: string,
): { value: number; at: number; plain: boolean } | undefined {
  const token = tokens[start];
  if (token?.kind === 'number') return writtenNumber(tokens, start, language);
  if (token?.kind !== 'word') return undefined;
  const following = tokens[start + 1];
  // half a million; a hundred thousand
  const isScaled = (at: number): boolean => scaleOf(tokens, at, language) !== undefined;
  if (halves.has(token.text)) {
    const scale = articles.has(following?.text ?? '') || following?.text === '-' ? start + 2 : start + 1;
    if (isScaled(scale)) return { value: 0.5, at: scale, plain: false };
  }
  if (articles.has(token.text) && isScaled(start + 1)) return { value: 1, at: start + 1, plain: false };
  // `plus de mille abonnés`
  if (
    language !== 'eng' &&
    !fractions.test(tokens[start - 1]?.text ?? '') &&
    isScale(token.text) &&
    !namesToo.has(token.text)
  )
    return { value: 1, at: start, plain: false };
  if (
    /^(mil|mille|bin)$/.test(token.text) &&
    thousandAlone.has(language) &&
    tokens[start - 1]?.kind !== 'number'
  )
    return { value: 1000, at: start + 1, plain: false };
  if (halfMore.has(token.text)) return { value: 1.5, at: start + 1, plain: false };
  if (token.text === 'couple' && following?.text === 'of') return { value: 2, at: start + 2, plain: false };
  const ten = tens.get(token.text);
  if (ten !== undefined) {
    const rest = following?.text === '-' ? start + 2 : start + 1;
    const unit = smallNumbers.get(tokens[rest]?.text ?? '');
    return unit !== undefined && unit > 0 && unit < 10
      ? { value: ten + unit, at: rest + 1, plain: false }
      : { value: ten, at: start + 1, plain: false };
  }
  const value = wordValue(token.text, language);
  if (value === undefined || (beforeScales.has(token.text) && !isScaled(start + 1))) return undefined;
  return { value, at: start + 1, plain: false };
}

/** `zehn`, `hunderttausend`, `fünfundzwanzig`. */
function wordValue(text: string, language: string): number | undefined {
  const known = ownNumbers[language]?.get(text) ?? smallNumbers.get(text);
  if (known !== undefined) return known;
  const [, first = '', last = ''] =
    /^(.+)(tausend|hundert|duizend|honderd|mila|cento|миллиона)$/.exec(text) ?? [];
  const factor = oneOrHalf.get(first) ?? (first === '' ? undefined : wordValue(first, language));
  if (factor !== undefined) return factor * (last === 'cento' ? 100 : (scales.get(last) ?? 100));
  const [, unit = '', ten = ''] = /^(.+)(?:und|en)(.+ig)$/.exec(text) ?? [];
  const [ones, more] = [oneOrHalf.get(unit) ?? smallNumbers.get(unit), ownNumbers[language]?.get(ten)];
  return ones === undefined || more === undefined ? undefined : ones + more;
}
const halfMore = wordSet('anderthalb eineinhalb anderhalf poltora półtora полтора полутора');
const oneOrHalf = new Map([
  ['ein', 1],
  ['een', 1],
  ['пол', 0.5],
]);
/** Numbers before a scale only. */
const beforeScales = wordSet('십 백 천');

/** `1,500`, `1.5`, `1,5`, `10 000`, `1e6`: groups of exactly three digits are thousands, others decimals. */
function writtenNumber(tokens: readonly Token[], start: number, language: string) {
  let [text = '', power] = (tokens[start]?.text ?? '').split('e');
  let at = start + 1;
  if (/^\d{1,3}$/.test(text) && power === undefined)
    while (tokens[at]?.kind === 'number' && /^\d{3}$/.test(tokens[at]?.text ?? '')) {
      text += tokens[at]?.text;
      at += 1;
    }
  const parts = text.split(/[.,]/);
  const [whole = '', ...groups] = parts;
  const followedByScale = scaleOf(tokens, at, language) !== undefined;
  const grouped =
    groups.length > 0 &&
    !/^0/.test(whole) &&
    groups.every((group) => group.length === 3) &&
    (groups.length > 1 || !(followedByScale || power !== undefined));
  const value = grouped || groups.length === 0 ? Number(parts.join('')) : decimal(whole, groups);
  return {
    value: Math.min(value * 10 ** Number(power ?? 0), 1e15),
    at,
    plain: groups.length === 0 && power === undefined,
  };
}

/** The last separator is the decimal one. */
function decimal(whole: string, groups: readonly string[]): number {
  const digits = [whole, ...groups.slice(0, -1)].join('');
  return Number(`${digits}.${groups.at(-1)}`);
}
