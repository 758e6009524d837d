import { formatCount } from '../core/count.ts';
import { plainLine } from '../core/plain-text.ts';
import type { AgreementLog } from '../recording/agreement-log.ts';
import type { AgreementDifference, OperationAgreement } from '../report/agreement.ts';
import { addToAgreement } from '../report/agreement-file.ts';

const maxLines = 20;

/** Lines on what a run found, each difference with the entry of the register that it contradicts. */
function comparisonLines(compared: readonly OperationAgreement[]): string[] {
  const exchanges = compared.reduce((sum, each) => sum + each.exchanges, 0);
  const found = compared.flatMap(({ operation, differences }) =>
    differences.map((difference) => ({ operation, difference })),
  );
  const different = compared.filter(({ differences }) => differences.length > 0).length;
  return [
    `${formatCount(exchanges, 'exchange')} of ${formatCount(compared.length, 'operation')} compared with the sandbox: ${different === 0 ? 'all agree' : `${formatCount(different, 'operation differs', 'operations differ')}`}.`,
    ...found
      .slice(0, maxLines)
      .map(({ operation, difference }) => `  ${differenceLine(operation, difference)}`),
    ...(found.length > maxLines
      ? [`  and ${formatCount(found.length - maxLines, 'further difference')}.`]
      : []),
  ];
}

/** A difference with the entry of the register that it contradicts. */
export const differenceLine = (
  operation: string,
  { kind, place, expected, actual, decision }: AgreementDifference,
): string =>
  `${operation}  ${plainLine(place) || '/'}  ${kind}: expected ${plainLine(expected)}, actual ${plainLine(actual)} (${decision === null ? 'no decision of the register' : `decision ${decision}`})`;

/** Keeps what a run found, and says it. @returns whether the file was written */
export function addedToAgreement(file: string, log: AgreementLog, write: (line: string) => void): boolean {
  const compared = log.summary();
  if (compared.length === 0) return true;
  for (const line of comparisonLines(compared)) write(line);
  try {
    addToAgreement(file, compared);
    return true;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    write(`The agreement was not written to ${file}: ${code === 'ENOSPC' ? 'the disk is full' : code}.`);
    return false;
  }
}
