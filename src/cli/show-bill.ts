import { type Bill, billOf } from '../bill/bill.ts';
import { billPage, billText } from '../bill/bill-outline.ts';
import { type Proposal, proposalsAsProblems, proposalsOf } from '../bill/proposals.ts';
import { indentedJson } from '../core/json-text.ts';
import { outlineHtml, outlineText } from '../report/formats/outline.ts';
import { sarif } from '../report/formats/sarif.ts';
import { exitCode, type Io } from './io.ts';
import { readTrimmed } from './read-trimmed.ts';
import type { Flags } from './setting-options.ts';
import { askReport, readReport } from './show-report.ts';
import { sourceFilesOf, writeTo } from './write-report.ts';

export interface BillFlags {
  runsPerDay?: number | undefined;
  trim?: string | undefined;
  json?: string | undefined;
  html?: string | undefined;
  sarif?: string | undefined;
}

/** Shows what a run paid. @param flags find the running sandbox @returns the exit code @throws UsageError */
export async function showBill(
  file: string | undefined,
  own: BillFlags,
  flags: Flags,
  io: Io,
): Promise<number> {
  const { runsPerDay, trim } = own;
  const report = file === undefined ? await askReport(flags, io) : readReport(file, io);
  const bill = billOf(report);
  const trimmed = trim === undefined ? undefined : readTrimmed(trim, io);
  write(bill, proposalsOf(report, { trimmed, runsPerDay }), own, flags, io);
  return exitCode.ok;
}

function write(
  bill: Bill,
  proposals: readonly Proposal[],
  { json, html, sarif: problems }: BillFlags,
  flags: Flags,
  io: Io,
): void {
  if (json !== undefined) writeTo(json, indentedJson({ ...bill, proposals }), io);
  if (html !== undefined)
    writeTo(html, outlineHtml(billPage(bill, proposals), `creator-sandbox ${bill.version}`), io);
  if (problems !== undefined)
    writeTo(problems, sarif(proposalsAsProblems(bill, proposals), sourceFilesOf(flags, io)), io);
  if ([json, html, problems].every((file) => file === undefined))
    io.stdout.write(outlineText(billText(bill, proposals)));
}
