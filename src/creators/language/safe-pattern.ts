/** Steps that a pattern may take from one place of a text, at most: from a thousand places some tens of milliseconds. */
const maxSteps = 10_000;
const maxText = 1_000;

/**
 * A regular expression of a stranger, as a test of texts of up to 1,000 characters, case ignored. Its quantifiers are
 * multiplied: `*` and `+` count as the whole text, `?` as two, `{2,5}` as four, each `|` as one more way. What takes more
 * than 10,000 steps is refused; so are quantified groups, references and looks ahead or behind.
 * @returns the test, or what is wrong with the pattern
 */
export function safePattern(source: string): RegExp | string {
  if (source.length > 200) return 'has more than 200 characters';
  if (/\(\?(?!:)/.test(source)) return 'has a group that looks ahead or behind, or has a name';
  if (/\\[1-9k]/.test(source)) return 'refers to a group';
  let expression: RegExp;
  try {
    expression = new RegExp(source, 'iu');
  } catch {
    return 'is no regular expression';
  }
  // without escapes and classes, only quantifiers, groups and alternatives are left
  const bare = source.replace(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/gsu, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (/\)(?:[*+]|\{)/.test(bare)) return 'repeats a group';
  const quantifiers = bare.matchAll(/[*+]|\{(\d+)(,?)(\d*)\}|\?|\|/g);
  let steps = 1;
  for (const [sign, least = '0', comma, most = ''] of quantifiers)
    if (sign === '?' || sign === '|') steps *= 2;
    else if (/^[*+]$/.test(sign) || (comma === ',' && most === '')) steps *= maxText;
    else steps *= Math.max(1, Number(most || least) - Number(least) + 1);
  return steps > maxSteps ? `may take more than ${maxSteps} steps: use fewer of * + ? {} |` : expression;
}
