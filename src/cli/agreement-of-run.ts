import { parseDuration } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { Settings } from '../core/settings.ts';
import { type Agreement, agreementGate, agreementLine, noAgreement } from '../report/agreement.ts';
import { agreementFileOf, readAgreement } from '../report/agreement-file.ts';
import type { GateResult, Report } from '../report/model.ts';

/** The agreement on the operations that a run called, as a sentence and as a gate. */
export interface RunAgreement {
  line(report: Report): string | undefined;
  gates(report: Report): GateResult[];
}

/** Reads the agreement before a run, so that a wrong file shows at once. @throws UsageError */
export function agreementFor(settings: Settings, { cwd }: { readonly cwd: string }): RunAgreement {
  const { maxAgreementAge: maxAge } = settings;
  const file = agreementFileOf(settings, cwd);
  const agreement: Agreement = file === undefined ? noAgreement : readAgreement(file);
  const maxAgeMs = maxAge === undefined ? undefined : parseDuration(maxAge);
  if (maxAge !== undefined && maxAgeMs === undefined)
    throw new UsageError(`maxAgreementAge takes a duration of at most 100,000 days, not ${maxAge}.`);
  if (maxAge !== undefined && file === undefined)
    throw new UsageError('"maxAgreementAge" needs "agreement" or "recordings".');
  return {
    line: (report) =>
      file === undefined ? undefined : agreementLine(agreement, calledIn(report), Date.now()),
    gates: (report) =>
      maxAge === undefined || maxAgeMs === undefined
        ? []
        : [agreementGate(agreement, calledIn(report), { maxAge, maxAgeMs, now: Date.now() })],
  };
}

const calledIn = ({ receipt }: Report): OperationId[] =>
  receipt.byOperation.flatMap(({ operation }) =>
    operation === null ? [] : (findOperation(operation)?.id ?? []),
  );
