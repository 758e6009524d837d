/** A word, a number or a sign of a description. */
export type Token = {
  /** Lower-case, and without accents. */
  text: string;
  start: number;
  end: number;
} & (
  | { kind: 'word'; capitals: boolean; accented: boolean }
  | ({ kind: 'number' } & WrittenNumber)
  | { kind: 'sign' | 'tag' | 'handle' | 'flag' }
);

export interface WrittenNumber {
  value: number;
  /** Digits before the `k` or the `million`. */
  digits: number;
  magnitude: number;
  percent: boolean;
  money: boolean;
  /** `20s` */
  decade: boolean;
  /** `3rd` */
  ordinal: boolean;
  /** `10k+` */
  plus: boolean;
}

/** A number with nothing beside its digits. */
export const plainlyWritten = {
  magnitude: 1,
  percent: false,
  money: false,
  decade: false,
  ordinal: false,
  plus: false,
} as const satisfies Partial<WrittenNumber>;

const pieces =
  /(?<handle>(?<![\p{L}\p{N}])@[\w.]*\w)|(?<tag>#[\p{L}\p{N}_]+)|(?<ban>[❌🚫⛔✖])|(?<flag>[\u{1f1e6}-\u{1f1ff}]{2})|(?<number>(?:[$€£¥₹] ?)?\d+(?:[.,'’]\d+)*(?: ?(?:thousands?|millions?|billions?|mil|mio|mln|hundred)(?!\p{L})|(?:k|m|mn|bn|b|th|st|nd|rd|s)(?!\p{L}))?(?: ?%|(?: per ?cent| pct)(?!\p{L}))?(?: ?[$€£](?!\d))?\+?)|(?<word>\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*(?:\.\p{L}\.?(?!\p{L}))?)|(?<sign>>=|<=|==|(?!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Default_Ignorable_Code_Point})\S)|(?<line>\n)/giu;

/** Splits a text; emoji and blanks fall away, and so do hyphens within words. */
export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(pieces)) {
    const { handle, tag, flag, number, word, ban } = match.groups ?? {};
    const raw = match[0];
    const place = { start: match.index, end: match.index + raw.length };
    if (word !== undefined) found.push({ ...wordOf(word), ...place });
    else if (number !== undefined)
      found.push({ kind: 'number', text: raw.toLowerCase(), ...numberOf(raw), ...place });
    else if (handle !== undefined) found.push({ kind: 'handle', text: raw.toLowerCase(), ...place });
    else if (tag !== undefined) found.push({ kind: 'tag', text: raw.toLowerCase(), ...place });
    else if (ban !== undefined) found.push({ ...wordOf('no'), ...place });
    else if (flag !== undefined) found.push({ kind: 'flag', text: raw, ...place });
    else if (!isHyphen(text, match.index) && !isAbbreviated(text, match.index))
      found.push({ kind: 'sign', text: raw, ...place });
  }
  return found;
}

/** `mid-size`, `30-day`: nothing but a blank. `5-40k` is a range. */
const isHyphen = (text: string, at: number): boolean =>
  /[-‐‑]/.test(text[at] ?? '') &&
  /[\p{L}%]/u.test(text[at + 1] ?? '') &&
  /[\p{L}\d]/u.test(text[at - 1] ?? '');

/** `min. 25k`: the point ends no sentence. */
const isAbbreviated = (text: string, at: number): boolean =>
  text[at] === '.' &&
  /^\s?\d/.test(text.slice(at + 1, at + 3)) &&
  /(?:^|[^\p{L}])(?:min|max|avg|approx|incl|excl|eng)$/iu.test(text.slice(Math.max(0, at - 7), at));

function wordOf(raw: string): Omit<Extract<Token, { kind: 'word' }>, 'start' | 'end'> {
  // most words have no accents, and what takes them off is slow the first time
  const plain = isAscii.test(raw) ? raw : raw.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'");
  return {
    kind: 'word',
    text: plain.toLowerCase().replace(/^(.)\.(.)\.?$/, '$1$2'),
    capitals: raw.length > 1 && raw === raw.toUpperCase(),
    accented: /[^\x20-\x7e’]/.test(raw),
  };
}

export const isAscii = /^[\x20-\x7e]*$/;

const magnitudes: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mil: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};

/** `10,000` and `10.000` are ten thousand, `1,5` and `1.5` one and a half. */
function numberOf(raw: string): WrittenNumber {
  const [, written = '', suffix = ''] = /(\d[\d.,'’]*\d|\d)\s?([a-z]*)/i.exec(raw) ?? [];
  const isGrouped = /^\d{1,3}(?:[.,'’]\d{3})+$/.test(written) && !/^0/.test(written);
  const magnitude = magnitudes[suffix.toLowerCase().replace(/ns$|ds$/, (end) => end.charAt(0))] ?? 1;
  // 1.250k has a decimal point, 1.250 has not
  const digits = isGrouped && magnitude === 1 ? Number(written.replace(/\D/g, '')) : decimalOf(written);
  return {
    value: Math.round(digits * magnitude * 1e4) / 1e4,
    digits,
    magnitude,
    percent: /%|per ?cent|pct/i.test(raw),
    money: /[$€£¥₹]/.test(raw),
    decade: suffix.toLowerCase() === 's',
    ordinal: /^(?:st|nd|rd|th)$/i.test(suffix),
    plus: raw.endsWith('+'),
  };
}

function decimalOf(written: string): number {
  const parts = written.split(/[.,'’]/);
  return Number(parts.length === 1 ? written : `${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
}
