import { stemmer } from 'stemmer';

/** A word, a number or a single sign. */
export interface Token {
  /** Lower case, without accents. */
  text: string;
  /** Without English endings: `bakers` and `baker` are one word. */
  stem: string;
  kind: 'word' | 'number' | 'tag' | 'handle' | 'flag' | 'sign';
  /** In capitals: US is a country, us is not. */
  capitals: boolean;
  /** Follows the token before it without a space. */
  attached: boolean;
}

/** Splits any text, in one pass from left to right. */
export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of asciiDigits(
    decimals(
      lined(
        text
          .toWellFormed()
          .replaceAll('，', ', ')
          .replaceAll('≠', '!=')
          .replaceAll('٪', '%')
          .replace(numberSuffix, (_, digit?: string) => `${digit ?? ''} `),
      ),
    ).normalize('NFKC'),
  ).matchAll(pattern)) {
    const [written] = match;
    const kind = kindOf(written);
    const folded = fold(kind === 'word' ? written.replaceAll('.', '').replace(suffix, '') : written);
    const [article, rest] = kind === 'word' ? elided(folded) : [];
    const token = { kind, attached: match.index === end };
    const capitals = written.length > 1 && written === written.toUpperCase();
    if (article !== undefined) found.push({ ...token, text: article, stem: article, capitals: false });
    const text = rest ?? folded;
    found.push({ ...token, text, stem: stemOf(text), capitals });
    end = match.index + written.length;
  }
  return found;
}

export const stemOf = (text: string): string => (/^[a-z]+$/.test(text) ? stemmer(text) : text);

/** A French or Italian article and its word: `l'audience`, `dell'Italia`. */
const elided = (text: string): [string, string] | [] => {
  const parts = /^(l|d|qu|n|s|j|un|dell|all|nell|sull|dall)'(.{2,})$/.exec(text);
  return parts ? [parts[1] ?? '', parts[2] ?? ''] : [];
};

/** A Turkish case after a number: `%5'ten`, and the hyphens of `25- bis 34-jährig`. */
const numberSuffix =
  /(\d)(?:['’](?!s\b)\p{L}{1,6}(?!\p{L})|-(?=\s(?:bis|und|tot|en|do)\s|year|jähr|jarig|летн))|(?<=\b(under|over|unter|über|onder|boven|zwei|drei|vier|fünf|twee|drie|vijf))-(?=\d|\s(?:bis|tot|à)\s)/giu;

/** An English genitive, or a Turkish case after a name. */
const suffix = /['’](s|[dt][ea](ki|n)?|n?[ıiuü]n)$/i;

/**
 * No two parts can match the same characters in two ways, so no text makes it slow. Scripts without spaces
 * are split into characters; so is Korean, which attaches particles to nouns.
 */
const pattern =
  /[\u{1F1E6}-\u{1F1FF}]{2}|#[\p{L}\p{M}\p{N}_]+|@[\p{L}\p{N}._-]*[\p{L}\p{N}_-]|\d+(?:[.,]\d+)*(?:[eE]\d{1,2}(?![\p{L}\d]))?|(?:\p{Lu}\.){2,}|[\u0E00-\u0E7F\u3005-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]|(?:(?![\u0E00-\u0E7F\u3005-\u30FF\u3400-\u9FFF\uAC00-\uD7AF])[\p{L}\p{M}])+(?:['’](?:(?![\u3005-\u30FF\u3400-\u9FFF])[\p{L}\p{M}])+)*|\S/gu;

function kindOf(written: string): Token['kind'] {
  if (/^[\u{1F1E6}-\u{1F1FF}]{2}$/u.test(written)) return 'flag';
  if (written.length > 1 && written.startsWith('#')) return 'tag';
  if (written.length > 1 && written.startsWith('@')) return 'handle';
  if (/^\d/.test(written)) return 'number';
  return /^\p{L}/u.test(written) ? 'word' : 'sign';
}

/** Removes case, the accents of Latin letters (not of `är` and `år`, which are two words), and the dot below of Devanagari. */
const fold = (written: string): string =>
  written
    .toLowerCase()
    .normalize('NFD')
    .replace(/^(a[\u0308\u030a]r)$|[\u0300-\u036f\u093c]/g, '$1')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'")
    .normalize('NFC');

/** Parts the lines of a list by a sign, and removes their bullets and numbers, and the dots of abbreviations. */
const lined = (text: string): string =>
  text
    // `Bäckerinnen und -Bäcker`
    .replace(/(?<=\s(?:und|oder|bzw\.|en|of|och|eller)\s)-(?=\p{L})/giu, '')
    // `15 tys. Pieczenie`: the dot ends the sentence, too
    .replace(/(?<=\d\s?(?:tys|тыс|млн|mln))\.(?=\s+\p{Lu}\p{Ll})/gu, ' .')
    // `US, CA.` ends with a country
    .replace(abbreviation, (written, word: string) => (/^\p{Lu}{2}$/u.test(word) ? written : word))
    .replace(/^\s*[-*•–]\s+/, '')
    .replace(/\s*\n\s*(?:[-*•––]\s+|\d{1,2}[.)]\s+)?/g, ' ; ');

const abbreviation =
  /(?<!\p{L}|\d\p{L}{0,3}(?: \p{L}+){0,2} (?=m(?:in|ax)\.\s+\p{L}))(engl?|franz|dt|min|mín|mind|max|máx|excl|exkl|incl|inkl|avg|approx|ca|circa|prom|env|foll|mio|mln|mrd|tsd|tys|тыс|млн|подп|мин|макс|ок|śr|ok|yakl|ort|vs|bzw)\.(?=[\s+])/giu;

/** Converts Arabic, Persian and Devanagari digits. */
const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= 0x966 ? 0x966 : code >= 0x6f0 ? 0x6f0 : 0x660));
  });

/** Converts `½` and `1½`, which NFKC would turn into `1/2` and `11/2`. */
const decimals = (text: string): string =>
  text.replace(
    /(?:(?<!\d)(\d{1,3}) ?)?([¼½¾])/gu,
    (_, whole: string | undefined, part: string) =>
      `${whole ?? '0'}.${{ '¼': '25', '½': '5', '¾': '75' }[part]}`,
  );

/** The words of a text, for tables of words. */
export const wordSet = (text: string): Set<string> => new Set(text.split(' '));
