import { type Token, wordSet } from './tokens.ts';

/** A day as people write it: `3 March`, `June 5th, 2026`, `5月3日`, `12.05.2026`, and `from 3 to 20 April` as its last day. */
export interface DayOfYear {
  /** From 0; undefined for a quarter of a year. */
  month?: number;
  day: number;
  year?: number;
}

/** Reads the date that begins at a token, and counts its tokens. A month without a day or a year is a word. */
export function dateAt(
  tokens: readonly Token[],
  at: number,
): { date: DayOfYear; length: number } | undefined {
  const text = (place: number): string => tokens[place]?.text ?? '';
  // `Q3`, `H1 2026`
  if (/^[qh]$/.test(text(at)) && /^[1-4]$/.test(text(at + 1)))
    return { date: { day: 1 }, length: yearAt(tokens, at + 2) ? 3 : 2 };
  const numeric = numericAt(tokens, at);
  if (numeric) return numeric;
  const day = dayAt(tokens, at);
  if (day === undefined) {
    const month = months.get(text(at));
    if (month === undefined) return undefined;
    const behind = dayAt(tokens, at + 1);
    const end = at + 1 + (behind?.length ?? 0);
    const written = yearAt(tokens, text(end) === ',' || monthLinks.has(text(end)) ? end + 1 : end);
    const year = written === undefined ? undefined : { year: Number(written) };
    if (behind)
      return {
        date: { month, day: behind.day, ...year },
        length: end - at + (year ? (text(end) === written ? 1 : 2) : 0),
      };
    // `since May`, `before May`
    if (year === undefined && sinceWords.has(text(at - 1))) return { date: { month, day: 1 }, length: 1 };
    return year === undefined
      ? undefined
      : { date: { month, day: 1, ...year }, length: 2 + Number(text(at + 1) !== written) };
  }
  let end = at + day.length;
  // `3月5日`, `3월 5일`
  if (/^[月월]$/.test(text(end))) {
    const [month, of] = [day.day - 1, Number(text(end + 1))];
    return month < 12 && of > 0 && /^[日号號일]$/.test(text(end + 2))
      ? { date: { month, day: of }, length: end + 3 - at }
      : undefined;
  }
  // `3 to 20 April`
  if (rangeWords.has(text(end))) {
    const rest = dayAt(tokens, end + 1) && dateAt(tokens, end + 1);
    return rest?.date.month === undefined ? undefined : { ...rest, length: end + 1 - at + rest.length };
  }
  if (monthLinks.has(text(end))) end += 1;
  const month = months.get(text(end).replace(/['’].*$/, ''));
  if (month === undefined) return undefined;
  const isOf = monthLinks.has(text(end + 1));
  const year = yearAt(tokens, isOf ? end + 2 : end + 1);
  return {
    date: { month, day: day.day, ...(year !== undefined && { year: Number(year) }) },
    length: end + 1 - at + (year === undefined ? 0 : 1 + Number(isOf)),
  };
}

/** A day of a month and what follows it: `3rd`, `3.`, `1º`. */
function dayAt(tokens: readonly Token[], at: number): { day: number; length: number } | undefined {
  const written = tokens[at];
  if (written?.kind !== 'number' || !/^\d{1,2}$/.test(written.text)) return undefined;
  const day = Number(written.text);
  const isMarked = tokens[at + 1]?.attached && ordinals.has(tokens[at + 1]?.text ?? '');
  return day > 0 && day <= 31 ? { day, length: isMarked ? 2 : 1 } : undefined;
}

/** `12.05.2026`, `12/05/2026`, `2026-05-12` */
function numericAt(tokens: readonly Token[], at: number): ReturnType<typeof dateAt> {
  const parts = [0, 1, 2, 3, 4].map((place) => tokens[at + place]?.text ?? '');
  const isJoined = /^[-/]$/.test(parts[1] ?? '') && parts[1] === parts[3] && tokens[at + 4]?.attached;
  const [joined, length] = isJoined ? [parts.join(''), 5] : [parts[0] ?? '', 1];
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](20\d{2})$/.exec(joined) ?? [];
  const [, first, second, third] = /^(20\d{2})-(\d{1,2})-(\d{1,2})$/.exec(joined) ?? [];
  const [of, index, whole] = [Number(day ?? third), Number(month ?? second) - 1, Number(year ?? first)];
  return of > 0 && of <= 31 && index >= 0 && index < 12
    ? { date: { day: of, month: index, year: whole }, length }
    : undefined;
}

const yearAt = (tokens: readonly Token[], at: number): string | undefined =>
  /^20[12]\d$/.test(tokens[at]?.text ?? '') ? tokens[at]?.text : undefined;

const sinceWords = wordSet('since before avant seit desde depuis dal da sinds od с sejak sedan');
const ordinals = wordSet('st nd rd th . er º ª e ° го');
const monthLinks = wordSet('of de di do del');
const rangeWords = wordSet('to - – — al au bis a tot do ao и по y e et und and through until till');

/** Each row is a language or its other forms. */
const months = new Map(
  `
january february march april may june july august september october november december
jan feb mar apr _ jun jul aug sept oct nov dec
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
januar februar marz april mai juni juli august september oktober november dezember
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
januari februari maret april mei juni juli agustus september oktober november desember
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
`
    .trim()
    .split('\n')
    .flatMap((row) => row.split(' ').map((name, month) => [name, month] as const)),
);
