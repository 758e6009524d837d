import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { formatCount } from '../core/count.ts';
import { indentedJson } from '../core/json-text.ts';
import { tableLines } from '../core/table.ts';
import { exitCode, type Io } from './io.ts';
import type { Done } from './setting-options.ts';

interface AgreementFlags {
  agreement?: string;
  json?: boolean;
}

/** The verb `agreement`. */
export function addAgreement(root: Command, io: Io, done: Done): void {
  root
    .command('agreement')
    .summary('Show when each operation last agreed with the service.')
    .description(
      'Show when each operation last agreed with the service, and how it differed, by the file that `record` and `verify --target` keep.',
    )
    .option('--agreement <file>', 'The file.', join('recordings', 'agreement.json'))
    .option('--json', 'Print JSON.')
    .action(async (flags: AgreementFlags) => done(await printAgreement(flags, io)));
}

/** @throws UsageError for a file that is none */
async function printAgreement({ agreement: file = '', json }: AgreementFlags, io: Io): Promise<number> {
  const [{ ageOf, wholeAgreement }, { readAgreement }, { differenceLine }] = await Promise.all([
    import('../report/agreement.ts'),
    import('../report/agreement-file.ts'),
    import('./agreement-lines.ts'),
  ]);
  const agreement = wholeAgreement(readAgreement(resolve(io.cwd, file)));
  if (json) {
    io.stdout.write(indentedJson(agreement));
    return exitCode.ok;
  }
  const compared = agreement.operations.filter(({ lastComparedAt }) => lastComparedAt !== null);
  /** A day with its age, by real time. */
  const dayWithAge = (instant: string | null): string =>
    instant === null ? 'never' : `${instant.slice(0, 10)} (${ageOf(Date.parse(instant), Date.now())})`;
  const never = agreement.operations.length - compared.length;
  const head = ['operation', 'last agreed', 'last compared', 'exchanges', 'differences'];
  const rows = compared.map(({ operation, lastComparedAt, lastAgreedAt, exchanges, differences }) => [
    operation,
    dayWithAge(lastAgreedAt),
    dayWithAge(lastComparedAt),
    String(exchanges),
    String(differences.length),
  ]);
  const lines = [
    ...(rows.length > 0 ? [...tableLines([head, ...rows], { right: [3, 4] }), ''] : []),
    ...compared.flatMap(({ operation, differences }) =>
      differences.map((difference) => differenceLine(operation, difference)),
    ),
    `${formatCount(never, 'operation')} never compared${rows.length === 0 ? `: ${file} has none` : ''}.`,
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return exitCode.ok;
}
