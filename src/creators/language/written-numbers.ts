import { plainlyWritten, type Token, type WrittenNumber } from './tokens.ts';

const units: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  'thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 30 + at * 10]),
);
const multiples: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  billion: 1e9,
  grand: 1000,
};

interface NumberWords {
  number: WrittenNumber;
  /** So many tokens. */
  length: number;
}

/** `twenty thousand`, `half a million`, `a dozen`, `5 hundred`. A single `one` is no number. */
export function numberInWords(tokens: readonly Token[], at: number): NumberWords | undefined {
  const word = (offset: number): string =>
    tokens[at + offset]?.kind === 'word' ? (tokens[at + offset]?.text ?? '') : '';
  const short = loneUnit(word) ?? share(word);
  if (short) return short;
  const start = startOf(word);
  if (!start) return undefined;
  let { length, part } = start;
  let [whole, magnitude] = [0, 1];
  for (; ; length += 1) {
    const text = word(length);
    const value = units[text] ?? tens[text];
    const by = multiples[text];
    if (value !== undefined && fits(part, value)) part = (part ?? 0) + value;
    else if (text === 'dozen') part = (part ?? 1) * 12;
    else if (by === 100 && part !== undefined) part *= by;
    else if (by !== undefined && part !== undefined) {
      whole += part * by;
      magnitude = by;
      part = 0;
    } else if (part !== undefined && ['and', 'a', 'half'].every((each, at) => word(length + at) === each)) {
      part += 0.5;
      length += 2;
    } else if (!goesOn(word, length, part, whole)) break;
  }
  const isPronoun =
    length === 1 && word(0) === 'one' && !/^(?:least|than|most|exactly|minimum)$/.test(word(-1));
  if (length === 0 || part === undefined || isPronoun) return undefined;
  const value = whole + part;
  const percent = tokens[at + length]?.text === '%' || /^(?:percent|pct)$/.test(word(length));
  return {
    number: { ...plainlyWritten, value, digits: value, magnitude, percent },
    length: length + (percent ? 1 : 0),
  };
}

type WordAt = (offset: number) => string;

/** `over a month`, `less than a week ago` */
const loneUnit = (word: WordAt): NumberWords | undefined =>
  /^(?:a|an|one)$/.test(word(0)) &&
  /^(?:day|week|month|year|fortnight|quarter|hour)$/.test(word(1)) &&
  /^(?:over|than|under|within|least|most|for|about|around|past|last|every)$/.test(word(-1))
    ? { number: { ...plainlyWritten, value: 1, digits: 1 }, length: 1 }
    : undefined;

/** `half of the audience`, `three quarters` */
function share(word: WordAt): NumberWords | undefined {
  const value = word(0) === 'half' ? 50 : word(0) === 'three' && word(1) === 'quarters' ? 75 : undefined;
  if (value === undefined || !/^(?:of|their|the|quarters)$/.test(word(1))) return undefined;
  return { number: { ...plainlyWritten, value, digits: value, percent: true }, length: value === 50 ? 1 : 2 };
}

/** Words before the first digit word: `half a`, `a couple of`, `a` before `hundred`. */
function startOf(word: WordAt): { length: number; part: number | undefined } | undefined {
  if (word(0) === 'half' || word(0) === 'quarter') {
    const length = [1, 2, 3].find((each) => multiples[word(each)] !== undefined);
    const isFilled = length !== undefined && (length === 1 || /^(?:a|of)$/.test(word(1)));
    return isFilled ? { length, part: word(0) === 'half' ? 0.5 : 0.25 } : undefined;
  }
  if (word(0) === 'a' && word(1) === 'couple') return { length: word(2) === 'of' ? 3 : 2, part: 2 };
  if (/^(?:a|an)$/.test(word(0)))
    return /^(?:dozen|hundred|thousand|million)$/.test(word(1)) ? { length: 1, part: 1 } : undefined;
  return { length: 0, part: undefined };
}

/** Twenty and five, but not five and twenty. */
const fits = (part: number | undefined, value: number): boolean =>
  part === undefined || (part % 100 === 0 && value < 100) || (part >= 20 && part % 10 === 0 && value < 10);

/** `two hundred and five`, but not `half a million and two million`. */
const goesOn = (word: WordAt, length: number, part: number | undefined, whole: number): boolean =>
  word(length) === 'and' &&
  length > 0 &&
  part !== undefined &&
  part % 100 === 0 &&
  units[word(length + 1)] !== undefined &&
  multiples[word(length + 2)] === undefined &&
  part + whole > 0;
