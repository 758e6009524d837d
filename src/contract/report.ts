import type { VerificationReport } from './verify.ts';

/** A report for people: a line for each difference, then the counts, then why exchanges were skipped. */
export function reportLines({ compared, skipped, differences, creditsSpent }: VerificationReport): string[] {
  const reasons = Map.groupBy(skipped, ({ reason }) => reason);
  const different = new Set(differences.map(({ exchange }) => exchange)).size;
  return [
    ...differences.map(
      ({ exchange, place, kind, expected, actual }) =>
        `${exchange}.json  ${printable(place) || '/'}  ${kind}: expected ${printable(expected)}, actual ${printable(actual)}`,
    ),
    `${compared.length} compared, ${different} different, ${skipped.length} skipped, ${creditsSpent} credits spent.`,
    ...[...reasons].map(([reason, all]) => `  ${all.length} skipped: ${reason}`),
  ];
}

/** A target may send control characters; a terminal must not act on them. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
