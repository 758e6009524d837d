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

/** How the language of a text writes numbers. */
export interface NumberStyle {
  /** `mil` is a thousand in Spanish and Portuguese, otherwise short for a million. */
  mil: number;
  /** Words that mean something else in the language of the text: `no` is `in the` in Portuguese, and negates elsewhere. */
  homographs: ReadonlyMap<string, 'glue' | 'joint' | 'not'>;
}

export function numberStyleOf(tokens: readonly Token[]): NumberStyle {
  const has = (words: ReadonlySet<string>): boolean => tokens.some(({ text }) => words.has(text));
  const isPortuguese =
    has(portuguese) ||
    tokens.some(({ text }, at) => text === 'no' && lusophone.has(tokens[at + 1]?.text ?? ''));
  return {
    mil: isPortuguese || has(iberian) ? 1e3 : 1e6,
    homographs: isPortuguese
      ? portugueseWords
      : has(dutch)
        ? dutchWords
        : saysNeither(tokens)
          ? neitherWords
          : has(french)
            ? frenchWords
            : noWords,
  };
}

const noWords: NumberStyle['homographs'] = new Map();
const french = wordSet(
  'les des avec abonnes createurs createur createurs influenceurs et dont qui sur vues pour la le une chaines comptes',
);
/** `dans` is a dance in Dutch and Turkish. */
const frenchWords: NumberStyle['homographs'] = new Map([['dans', 'glue']]);
/** `né … né` in Italian and `ne … ne` in Turkish are neither; a French `ne` has its `pas`. */
const neitherWords: NumberStyle['homographs'] = new Map([['ne', 'not']]);
const saysNeither = (tokens: readonly Token[]): boolean =>
  tokens.filter(({ text }) => text === 'ne').length > 1 &&
  !tokens.some(({ text }) => text === 'pas' || text === 'plus');
const portugueseWords: NumberStyle['homographs'] = new Map([
  ['no', 'glue'],
  ['o', 'glue'],
]);
const dutchWords: NumberStyle['homographs'] = new Map([
  ['of', 'joint'],
  ['en', 'joint'],
]);

/** Reads the number that begins at a token, and counts its tokens. */
export function amountAt(
  tokens: readonly Token[],
  start: number,
  style: NumberStyle,
): { amount: Amount; length: number } | undefined {
  const money = currencies.has(tokens[start]?.text ?? '');
  const number = plainNumber(tokens, money ? start + 1 : start, style);
  if (!number) return undefined;
  let { value, at } = number;
  const before = at;
  let scaling = 1;
  for (let scale = scaleOf(tokens, at, style); scale !== undefined; scale = scaleOf(tokens, at, style)) {
    scaling *= scale;
    at += 1;
    // `10 тыс. подписчиков`
    if (abbreviated.has(tokens[at - 1]?.text ?? '') && tokens[at]?.text === '.' && tokens[at + 1]) at += 1;
  }
  value *= scaling;
  const scaled = at > before;
  const percent = percents.has(tokens[at]?.text ?? '');
  if (percent) at += 1;
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
      money: money || currencies.has(tokens[at]?.text ?? ''),
      decade,
    },
    length: at - start,
  };
}

const abbreviated = wordSet('тыс млн tsd mio mln mrd');
const currencies = wordSet('$ € £ ¥ ₹ ₺ ₽ usd eur euro euros gbp dollar dollars');
const percents = wordSet('% percent pct percentage procent prozent porcento persen процентов процента');

/**
 * Spanish and Portuguese words that no English text contains. `la` and `de` are missing, because they occur
 * in names of cities.
 */
const iberian = wordSet(
  'seguidores seguidoras suscriptores inscritos assinantes creadores creadoras creador criadores criadoras influenciadores influenciadoras mas mais menos que para hasta ate entre sobre vistas visualizaciones visualizacoes reproducciones espanol espanola portugues audiencia publico mujeres mulheres hombres homens cuentas contas personas pessoas uma dos tres cinco diez dez minimo pelo',
);

/** Words that occur neither in Spanish nor in English. */
const portuguese = wordSet(
  'criadores criadoras criador influenciadores influenciadoras com mais em nao contas canais uma inscritos assinantes mulheres homens ate beleza receitas viagem viagens jogos maquiagem perfis engajamento brasileiros brasileiras brasileiro brasileira acima abaixo milhao milhoes visualizacoes curtidas apenas somente ultimos ultimas sao quero preciso procuro procuramos pelo pela',
);
/** Places after a Portuguese `in the`. */
const lusophone = wordSet('brasil rio reino japao');
const dutch = wordSet(
  'volgers geen niet meer minder dan uit zonder behalve nederlandse voor wij zoeken kanalen',
);

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
]);

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
  ...each(1e3, 'tysiąc tysiąca tysiące tysięcy tysiącom tysiącami'),
  ...each(1e3, 'bin binden binin bini bine'),
  ...each(1e5, 'लाख'),
  ...each(1e7, 'करोड़'),
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
  text.length > 3 &&
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

function scaleOf(tokens: readonly Token[], at: number, style: NumberStyle): number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  const text = token.text.replace(/^(million|thousand|hundred|billion)s$/, '$1');
  if (text === 'mil') return style.mil;
  return scales.get(text) ?? (token.attached || standsAlone(tokens, at) ? scaleLetters.get(text) : undefined);
}

/** `10 k followers`, but not `top 10 K-pop creators`. */
function standsAlone(tokens: readonly Token[], at: number): boolean {
  const [before, letter, after, next] = tokens.slice(Math.max(at - 1, 0), at + 3);
  if (before?.kind !== 'number' || !spaced.has(letter?.text ?? '')) return false;
  const hyphened = after?.text === '-' && after.attached && next?.kind === 'word';
  return !hyphened && !joinedToLetters.has(after?.text ?? '');
}

function plainNumber(
  tokens: readonly Token[],
  start: number,
  style: NumberStyle,
): { value: number; at: number; plain: boolean } | undefined {
  const token = tokens[start];
  if (token?.kind === 'number') return writtenNumber(tokens, start, style);
  if (token?.kind !== 'word') return undefined;
  const following = tokens[start + 1];
  // half a million; a hundred thousand
  if (token.text === 'half' && following?.text === 'a' && scaleOf(tokens, start + 2, style) !== undefined)
    return { value: 0.5, at: start + 2, plain: false };
  if (token.text === 'a' && scaleOf(tokens, start + 1, style) !== undefined)
    return { value: 1, at: start + 1, plain: false };
  const ten = tens.get(token.text);
  if (ten !== undefined) {
    const rest = following?.text === '-' ? start + 2 : start + 1;
    const unit = smallNumbers.get(tokens[rest]?.text ?? '');
    return unit !== undefined && unit > 0 && unit < 10
      ? { value: ten + unit, at: rest + 1, plain: false }
      : { value: ten, at: start + 1, plain: false };
  }
  const small = smallNumbers.get(token.text);
  return small === undefined ? undefined : { value: small, at: start + 1, plain: false };
}

/** `1,500`, `1.5`, `1,5`, `10 000`, `1e6`: groups of exactly three digits are thousands, others decimals. */
function writtenNumber(tokens: readonly Token[], start: number, style: NumberStyle) {
  let [text = '', power] = (tokens[start]?.text ?? '').split('e');
  let at = start + 1;
  if (/^\d{1,3}$/.test(text) && power === undefined)
    while (tokens[at]?.kind === 'number' && /^\d{3}$/.test(tokens[at]?.text ?? '')) {
      text += tokens[at]?.text;
      at += 1;
    }
  const parts = text.split(/[.,]/);
  const [whole = '', ...groups] = parts;
  const followedByScale = scaleOf(tokens, at, style) !== undefined;
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
