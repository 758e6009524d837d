import { resolve } from 'node:path';
import { formatCount } from '../core/count.ts';
import { dayMs } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { plainLine } from '../core/plain-text.ts';
import { flagOf } from '../core/settings-schema.ts';
import { type OperationAgreement, readAgreement, wholeAgreement } from '../recording/agreement.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io } from './io.ts';
import { type Column, lookOf, printTable } from './table.ts';
import { writeTo } from './write-report.ts';

/** The flags of `compare`, with defaults. */
export interface CompareFlags {
  target?: string;
  targetV2?: string;
  key?: string;
  spend: number;
  only?: string[];
  agreement: string;
  json?: string;
}

/** Shows when each operation last agreed, and how it differed. @throws UsageError for a file that is none, and for flags that need a target */
export function showAgreement({ agreement: file, json }: CompareFlags, given: Flags, io: Io): number {
  const unsupported = Object.keys(given).find((name) => !['agreement', 'json'].includes(name));
  if (unsupported !== undefined) throw new UsageError(`${flagOf(unsupported)} needs --target <url>.`);

  const { operations } = wholeAgreement(readAgreement(resolve(io.cwd, file)));
  if (json !== undefined) writeTo(json, indentedJson({ operations }), io);
  if (json === '-') return exitCode.ok;
  const compared = operations.filter(({ lastComparedAt }) => lastComparedAt !== null);
  const never = formatCount(operations.length - compared.length, 'operation');
  const lines = [
    ...(compared.length > 0
      ? [...printTable(operationColumns, compared, { ...lookOf(io.stdout), none: '' }), '']
      : []),
    ...compared.flatMap(({ operation, differences }) =>
      differences.map((each) => differenceLine(operation, each)),
    ),
    `${never} never compared${compared.length === 0 ? `: ${file} has none` : ''}.`,
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return exitCode.ok;
}

const operationColumns: readonly Column<OperationAgreement>[] = [
  { head: 'operation', text: ({ operation }) => operation },
  { head: 'last agreed', text: ({ lastAgreedAt }) => dayWithAge(lastAgreedAt) },
  { head: 'last compared', text: ({ lastComparedAt }) => dayWithAge(lastComparedAt), goes: 2 },
  { head: 'exchanges', text: ({ exchanges }) => String(exchanges), isFigure: true, goes: 1 },
  { head: 'differences', text: ({ differences }) => String(differences.length), isFigure: true },
];

/** A day with its age, by real time. */
function dayWithAge(instant: string | null): string {
  if (instant === null) return 'never';
  const days = Math.floor(Math.max(0, Date.now() - Date.parse(instant)) / dayMs);
  return `${instant.slice(0, 10)} (${days === 0 ? 'today' : `${formatCount(days, 'day')} ago`})`;
}

interface DatedDifference {
  kind: string;
  place: string;
  expected: string;
  actual: string;
  since: string | null;
}

/** A difference, its place and its date in one line. @param where the operation or the file of the exchange */
export const differenceLine = (
  where: string,
  { kind, place, expected, actual, since }: DatedDifference,
): string =>
  `${where}  ${plainLine(place) || '/'}  ${kind}: expected ${plainLine(expected)}, actual ${plainLine(actual)}${since === null ? '' : `, since ${since.slice(0, 10)}`}`;
