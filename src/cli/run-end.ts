import type { Logger } from 'pino';
import type { Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import { headLine } from '../report/formats/parts.ts';
import { assumptionsReport } from './assumptions-report.ts';
import type { Io } from './io.ts';

/** Prints the figures with which `start` ends on a terminal, or logs them. */
export function showEnd(
  sandbox: Sandbox,
  { strict, journal }: Pick<Settings, 'strict' | 'journal'>,
  io: Io,
  log: Logger,
): void {
  const show = (text: string, fields: object) => {
    if (io.stdout.isTTY) io.stderr.write(`${text}\n`);
    else log.info(fields, text);
  };
  const report = journal > 0 ? sandbox.reportNow() : undefined;
  if (report) show(headLine(report), { requests: report.receipt.calls, credits: report.receipt.credits });
  const assumptions = sandbox.assumptions();
  const text = assumptionsReport(assumptions, strict);
  if (text !== undefined) show(text, { assumptions: assumptions.map(({ id }) => id) });
}
