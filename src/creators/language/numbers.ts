import { type Token, wordSet } from './tokens.ts';
import {
  digitNames,
  oneOrHalf,
  ownNumbers,
  scaleLetters,
  scales,
  smallNumbers,
  tens,
} from './words/numbers.ts';

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
  const isMoney = (place: number) => currencies.has(tokens[place]?.text ?? '');
  const money = isMoney(start);
  const begin = money ? start + 1 : start;
  const isPercentFirst = percentsBefore.has(tokens[begin]?.text ?? '');
  const isHundredthFirst = unspaced(tokens, begin).startsWith('百分之');
  const number = plainNumber(
    tokens,
    isHundredthFirst ? begin + 3 : isPercentFirst ? begin + 1 : begin,
    language,
  );
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
  // `dua puluh lima ribu`
  const unit = language === 'ind' && scaling === 10 ? wordValue(tokens[at]?.text ?? '', language) : undefined;
  if (unit !== undefined) {
    value = value * scaling + unit;
    scaling = 1;
    at += 1;
    scale();
  }
  // `1 buçuk milyon`, `un millón y medio`
  const half = halfAfter(tokens, at);
  if (half > 0) {
    at += half;
    value += 0.5;
    if (scaling === 1) scale();
  }
  value *= scaling;
  // `1만 2천`, `1万2千`
  const rest = scaling >= 1e4 ? amountAt(tokens, at, language) : undefined;
  if (rest?.amount.scaled && rest.amount.value < scaling) {
    value += rest.amount.value;
    at += rest.length;
  }
  const scaled = at > before;
  const isTenths = tenths.has(tokens[at]?.text ?? '') && value <= 10;
  // `70 por ciento`
  const isInHundred =
    /^(?:por|per|pour|pro)$/.test(tokens[at]?.text ?? '') &&
    /^c(?:ent|iento$)/.test(tokens[at + 1]?.text ?? '');
  if (isInHundred) at += 1;
  if (tokens[at]?.text === '+' && tokens[at + 1]?.text === '%') at += 1;
  // each character is a token
  const spelt = /^(?:パーセント|퍼센트|프로)/.exec(unspaced(tokens, at))?.[0].length ?? 0;
  const percentAfter = spelt > 0 || isTenths || isInHundred || percents.has(tokens[at]?.text ?? '');
  if (isTenths) value *= 10;
  if (percentAfter) at += spelt === 0 ? 1 : spelt;
  const percent = percentAfter || isPercentFirst || isHundredthFirst || number.percent === true;
  // `50s`, but not `50 s videos`
  const decade = tokens[at]?.attached === true && /^[s대]$/.test(tokens[at]?.text ?? '') && value < 100;
  if (decade) at += 1;
  const isPlus = tokens[at]?.text === '+';
  if (isPlus) at += 1;
  const open = isPlus || number.open === true;
  return {
    amount: {
      value: percent ? value / 100 : value,
      percent,
      open,
      scaled,
      scale: scaling,
      plain: number.plain === true && !scaled && !open,
      money: money || isMoney(at),
      decade,
    },
    length: at - start,
  };
}

/** Some tokens without their blanks. */
const unspaced = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at, at + 5)
    .map(({ text }) => text)
    .join('');

/** How many digits a number has. */
const digitWords =
  /^(?:digits?|figures?|stellig\S*|cyfrow\S*|значн\S*|桁|자리|位数|digitos?|cifras?|cifre|chiffres|cijfers|haneli)$/;

/** How many tokens say `and a half`. */
function halfAfter(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text === 'bucuk') return 1;
  const isJoined = /^(?:y|e|et|und|en|and|i|и)$/.test(tokens[at]?.text ?? '');
  const start = isJoined ? at + 1 : at;
  // `entre 50 mil y medio millón`
  if (scales.has(tokens[start + 1]?.text ?? '')) return 0;
  // `80 mil e média de comentários`
  if (isJoined && tokens[start]?.text !== 'media' && halves.has(tokens[start]?.text ?? ''))
    return start + 1 - at;
  return isJoined && tokens[start]?.text === 'a' && halves.has(tokens[start + 1]?.text ?? '') ? 3 : 0;
}

const currencies = wordSet(
  '$ € £ ¥ ₹ ₺ ₽ usd eur euro euros gbp dollar dollars dolar dolares dollari dolarow pesos reais lira liraya tl zl złotych zloty rp rupiah rs rupees inr try pln brl 円 元 원 块 塊 рублей руб франков chf',
);
const percents = wordSet(
  '% percent pct percentage procent prozent porcento percento porciento persen procentow procenta процентов процента प्रतिशत फीसदी بالمئة بالمائة',
);
const percentsBefore = new Set(['%', 'yuzde']);
/** `7割` is 70 %. */
const tenths = wordSet('割 成');

/** `mil` is a thousand in these languages, otherwise short for a million. */
const isThousand = wordSet('spa por');
const iberian =
  /^(?:seguidor|suscript|inscrit|vistas|visuali[sz]ac|reproduc|visualizacoes|curtidas|mais$|mas$|hasta$|ate$|menos$)/;

/** A scale that stands alone is a number that is not understood: `a quarter million`. */
export const isScale = (text: string): boolean =>
  (text.length > 3 || /^[\u0600-\u097f]{3}$/.test(text)) &&
  !namesToo.has(text) &&
  scales.has(text.replace(/^(million|thousand|hundred|billion)s$/, '$1'));
const namesToo = wordSet('grand mille mila bine');

const spaced = wordSet('k m cr');
/** A `k` or `m` before these words is not a scale: K beauty, m/f. */
const joinedToLetters = wordSet('pop beauty drama dramas fashion style hip rap culture / f tall');

/** The factor that the word at a token gives the number before it. */
export function scaleOf(tokens: readonly Token[], at: number, language: string): number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  const text = token.text.replace(/^(million|thousand|hundred|billion)s$/, '$1');
  if (text === 'w' && language === 'zho') return 1e4;
  // `10T bis 80T Follower`
  if (text === 't' && language === 'deu' && token.attached) return 1e3;
  if (text === 'mil')
    return isThousand.has(language) || tokens.some((one) => iberian.test(one.text)) ? 1e3 : 1e6;
  return scales.get(text) ?? (token.attached || standsAlone(tokens, at) ? scaleLetters.get(text) : undefined);
}

/** `10 k followers`, but not `top 10 K-pop creators`. */
function standsAlone(tokens: readonly Token[], at: number): boolean {
  const [letter, after] = tokens.slice(at, at + 2);
  if (!spaced.has(letter?.text ?? '')) return false;
  const hyphened = after?.text === '-' && after.attached;
  return !hyphened && !joinedToLetters.has(after?.text ?? '');
}

/** Chinese verbs that compare only before a number: `过万`. */
export const beyondWords = wordSet('过 過 破');
const quarters = /^(?:quarter|viertel|quart|cuarto|quarto|cwierc|kwart|ceyrek|seperempat|четверт|ربع|चौथाई)/;
const halves = wordSet(
  'half medio media meio meia demi mezza halbe halben halbes mezzo halve yarim setengah pol пол 半 نصف आधा',
);
export const articles = wordSet(
  'a an un una uno um uma une ein eine einer einem einen een bir satu jeden jedna jedno jedną один одна одно одну एक 一 한 sebulan seminggu setahun sehari 일주일',
);
/** Languages in which a thousand has no article. */
const thousandAlone = wordSet('spa por fra ita tur');

function plainNumber(
  tokens: readonly Token[],
  start: number,
  language: string,
): { value: number; at: number; plain?: boolean; percent?: true; open?: true } | undefined {
  const token = tokens[start];
  // `5-figure subscriber counts`
  if (token?.kind === 'number') {
    const unit = tokens[start + 1]?.text === '-' ? start + 2 : start + 1;
    return /^[2-9]$/.test(token.text) && digitWords.test(tokens[unit]?.text ?? '')
      ? { value: 10 ** (Number(token.text) - 1), at: unit + 1, open: true }
      : writtenNumber(tokens, start, language);
  }
  if (token?.kind !== 'word') return undefined;
  // `粉丝过万`
  // `팔로워 천 명`
  if (language === 'kor' && /^[백천만]$/.test(token.text) && tokens[start + 1]?.text === '명')
    return { value: 1, at: start };
  if (/^[万千]$/.test(token.text) && beyondWords.has(tokens[start - 1]?.text ?? ''))
    return { value: 1, at: start };
  const following = tokens[start + 1];
  // `double-digit engagement`
  const digit = following?.text === '-' ? start + 2 : start + 1;
  const digits = digitWords.test(tokens[digit]?.text ?? '') ? wordValue(token.text, language) : undefined;
  const named =
    digits ?? (digitWords.test(tokens[digit]?.text ?? '') ? digitNames.get(token.text) : undefined);
  if (named !== undefined) return { value: 10 ** (named - 1), at: digit + 1, open: true };
  const isScaled = (at: number): boolean => scaleOf(tokens, at, language) !== undefined;
  // `a quarter of a million`; halfway to it, the fraction is still in front
  if (quarters.test(token.text)) {
    const scale = [1, 2, 3].map((skipped) => start + skipped).find(isScaled);
    if (scale !== undefined) return { value: 0.25, at: scale };
  }
  // `three quarters of the audience`
  if (smallNumbers.get(token.text) === 3 && quarters.test(following?.text ?? ''))
    return { value: 75, at: start + 2, percent: true };
  // half a million; a hundred thousand
  if (halves.has(token.text)) {
    const scale = articles.has(following?.text ?? '') || following?.text === '-' ? start + 2 : start + 1;
    if (isScaled(scale)) return { value: 0.5, at: scale };
  }
  if (articles.has(token.text) && isScaled(start + 1)) return { value: 1, at: start + 1 };
  // `plus de mille abonnés`
  if (language !== 'eng' && isScale(token.text)) return { value: 1, at: start };
  if (/^(mil|mille|bin|bini|binden)$/.test(token.text) && thousandAlone.has(language))
    return { value: 1000, at: start + 1 };
  if (token.text === 'bir' && following?.text === 'bucuk') return { value: 1, at: start + 1 };
  if (/^(?:半[分数數]|一半|절반)$/.test(token.text + following?.text))
    return { value: 50, at: start + 2, percent: true };
  if (halfOfAll.has(token.text)) return { value: 50, at: start + 1, percent: true };
  if (halfMore.has(token.text)) return { value: 1.5, at: start + 1 };
  if (token.text === 'couple' && following?.text === 'of') return { value: 2, at: start + 2 };
  const ten = tens.get(token.text);
  if (ten !== undefined) {
    const rest = following?.text === '-' ? start + 2 : start + 1;
    const unit = smallNumbers.get(tokens[rest]?.text ?? '');
    return unit !== undefined && unit < 10
      ? { value: ten + unit, at: rest + 1 }
      : { value: ten, at: start + 1 };
  }
  const native = language === 'kor' ? koreanNumber(unspaced(tokens, start)) : undefined;
  if (native) return { value: native.value, at: start + native.length };
  // `十五`, `二十`; `dua belas`
  const [tenfold = ''] =
    (cjk.has(language) && /^[二三四五六七八九两]?十[一二三四五六七八九]?/.exec(unspaced(tokens, start))) ||
    [];
  if (tenfold !== '') {
    const [before = '', behind = ''] = tenfold.split('十');
    const digit = (sign: string) => (sign === '' ? undefined : (ownNumbers.get('zho')?.get(sign) ?? 1));
    return {
      value: (digit(before) ?? 1) * 10 + (digit(behind) ?? 0),
      at: start + tenfold.length,
    };
  }
  const value = wordValue(token.text, language);
  if (following?.text === 'belas' && value !== undefined) return { value: value + 10, at: start + 2 };
  const joined = value === undefined ? undefined : joinedTens(tokens, start, value, language);
  if (joined) return joined;
  if (value === undefined || (beforeScales.has(token.text) && !isScaled(start + 1))) return undefined;
  return { value, at: start + 1 };
}

/** `veinte y cinco`, `dwadzieścia pięć`, `quatre-vingt-dix` */
function joinedTens(
  tokens: readonly Token[],
  start: number,
  value: number,
  language: string,
): { value: number; at: number } | undefined {
  const behind = (place: number) => {
    const at = tensJoints.has(tokens[place]?.text ?? '') ? place + 1 : place;
    return { at: at + 1, value: wordValue(tokens[at]?.text ?? '', language) ?? 0 };
  };
  // `dix-sept`, `soixante-dix-neuf`
  const teenAt = (ten: { at: number; value: number }) => {
    const at = tokens[ten.at]?.text === '-' ? ten.at + 1 : ten.at;
    const unit = wordValue(tokens[at]?.text ?? '', language) ?? 0;
    const isTeen = language === 'fra' && ten.value === 10 && unit > 6 && unit < 10;
    return isTeen ? { at: at + 1, value: 10 + unit } : undefined;
  };
  const teen = teenAt({ at: start + 1, value });
  if (teen) return teen;
  const next = behind(start + 1);
  const isScore = language === 'fra' && value === 4 && next.value === 20;
  const [tens, end] = isScore ? [80, next.at] : [value, start + 1];
  // `on beş`
  const least = language === 'tur' ? 10 : 20;
  if (tens < least || tens > 90 || tens % 10 > 0) return undefined;
  const ending = behind(end);
  const unit = teenAt(ending) ?? ending;
  const most = language === 'fra' && [60, 80].includes(tens) ? 19 : 9;
  return unit.value > 0 && unit.value <= most
    ? { value: tens + unit.value, at: unit.at }
    : isScore
      ? { value: tens, at: end }
      : undefined;
}
const cjk = wordSet('zho jpn');
const tensJoints = wordSet('- y e et i и');

/** `다섯 명`: a number of Korean before what it counts. */
function koreanNumber(text: string): { value: number; length: number } | undefined {
  const [, ten = '', word = ''] =
    /^(열|스물|스무)?(한|두|세|네|다섯|여섯|일곱|여덟|아홉)?(?:명|개|곳|분|팀|군데|번|회)/.exec(text) ?? [];
  const unit = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'].indexOf(word);
  const value = (ten === '' ? 0 : ten === '열' ? 10 : 20) + unit;
  return value > 1 ? { value, length: ten.length + word.length } : undefined;
}

/** `zehn`, `hunderttausend`, `fünfundzwanzig`. */
function wordValue(text: string, language: string): number | undefined {
  const known = ownNumbers.get(language)?.get(text) ?? smallNumbers.get(text);
  if (known !== undefined) return known;
  const [, first = '', last = ''] =
    /^(.+)(tausend|hundert|duizend|honderd|mila|cento|миллиона|миллионов)$/.exec(text) ?? [];
  const factor = oneOrHalf.get(first) ?? (first === '' ? undefined : wordValue(first, language));
  if (factor !== undefined) return factor * (last === 'cento' ? 100 : (scales.get(last) ?? 100));
  const [, unit = '', ten = ''] = /^(.+)(?:und|en)(.+ig)$/.exec(text) ?? [];
  const [ones, more] = [oneOrHalf.get(unit) ?? smallNumbers.get(unit), ownNumbers.get(language)?.get(ten)];
  return ones === undefined || more === undefined ? undefined : ones + more;
}
/** `at least half women` */
const halfOfAll = wordSet(
  'half mitad metade moitie halfte meta helft polowa polowy yarisi половина половины نصف setengah separuh आधे आधी',
);
const halfMore = wordSet('anderthalb eineinhalb anderhalf poltora półtora полтора полутора');
/** Numbers before a scale only. */
const beforeScales = wordSet('십 백 천');

/** `1,500`, `1.5`, `1,5`, `10 000`, `1e6`: groups of exactly three digits are thousands, others decimals. */
function writtenNumber(tokens: readonly Token[], start: number, language: string) {
  let [text = '', power] = (tokens[start]?.text ?? '').split('e');
  let at = start + 1;
  if (/^\d{1,3}$/.test(text))
    while (/^\d{3}$/.test(tokens[at]?.text ?? '')) {
      text += tokens[at]?.text;
      at += 1;
    }
  const parts = text.split(/[.,]/);
  const [whole = '', ...groups] = parts;
  const followedByScale = scaleOf(tokens, at, language) !== undefined;
  const grouped =
    groups.length === 0 ||
    (!/^0/.test(whole) &&
      groups.every((group) => group.length === 3) &&
      (groups.length > 1 || !followedByScale || cjk.has(language)));
  const value = grouped ? Number(parts.join('')) : decimal(whole, groups);
  return {
    value: Math.min(value * 10 ** Number(power ?? 0), 1e15),
    at,
    plain: groups.length === 0,
  };
}

/** The last separator is the decimal one. */
function decimal(whole: string, groups: readonly string[]): number {
  const digits = [whole, ...groups.slice(0, -1)].join('');
  return Number(`${digits}.${groups.at(-1)}`);
}
