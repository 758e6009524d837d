import { plainLine } from '../core/plain-text.ts';
import type { VerificationReport } from './verify.ts';

/** A report for people: a line for each difference, then the counts, then why exchanges were skipped. */
export function reportLines({ compared, skipped, differences, creditsSpent }: VerificationReport): string[] {
  const reasons = Map.groupBy(skipped, ({ reason }) => reason);
  const different = new Set(differences.map(({ exchange }) => exchange)).size;
  return [
    ...differences.map(
      ({ exchange, place, kind, expected, actual, decision }) =>
        `${exchange}.json  ${plainLine(place) || '/'}  ${kind}: expected ${plainLine(expected)}, actual ${plainLine(actual)}${decision ? ` (decision ${decision})` : ''}`,
    ),
    `${compared.length} compared, ${different} different, ${skipped.length} skipped, ${creditsSpent} credits spent.`,
    ...[...reasons].map(([reason, all]) => `  ${all.length} skipped: ${reason}`),
  ];
}
