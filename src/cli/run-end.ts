import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { compareAssumptions } from '../app/sandbox/sandbox.ts';
import type { Assumption, Sandbox } from '../client/sandbox-interface.ts';
import { journalGap, type Settings } from '../core/settings.ts';
import { headLine } from '../report/formats/parts.ts';
import type { Report } from '../report/model.ts';
import { assumptionsReport } from './assumptions-report.ts';
import type { Io } from './io.ts';

/** The figures with which `start` ends. */
export interface RunEnd {
  /** Absent without a whole journal. */
  report?: Report;
  assumptions: readonly Assumption[];
}

/** Prints them on a terminal, or logs them. */
export function showEnd(
  { report, assumptions }: RunEnd,
  { strict }: Pick<Settings, 'strict'>,
  io: Io,
  log: Logger,
): void {
  const show = (text: string, fields: object) => {
    if (io.stdout.isTTY) io.stderr.write(`${text}\n`);
    else log.info(fields, text);
  };
  if (report) show(headLine(report), { requests: report.receipt.calls, credits: report.receipt.credits });
  const text = assumptionsReport(assumptions, strict);
  if (text !== undefined) show(text, { assumptions: assumptions.map(({ id }) => id) });
}

export const endOf = (sandbox: Sandbox, settings: Settings): RunEnd => ({
  ...(journalGap(settings) === undefined && { report: sandbox.reportNow() }),
  assumptions: settings.load ? [] : sandbox.assumptions(),
});

/** Sends the end to the first process, which may be gone. */
export const sendEnd = (worker: Worker, runEnd: RunEnd): Promise<void> =>
  new Promise((resolve) => void worker.send({ runEnd }, () => resolve()));

/** Between two looks whether there are new figures. */
const figuresMs = 1_000;

/** Sends the figures so far whenever there are new ones: a process that is killed sends no end. */
export function sendFigures(worker: Worker, endNow: () => RunEnd): void {
  let sent = 0;
  setInterval(() => {
    const { report, assumptions } = endNow();
    if (!report || report.receipt.calls === sent) return;
    sent = report.receipt.calls;
    // Only sums are shown at the end.
    const sums = { ...report, receipt: { ...report.receipt, byKey: [], byTest: [] } };
    worker.send({ runEnd: { report: sums, assumptions } satisfies RunEnd }, () => {});
  }, figuresMs).unref();
}

/** Calls a function with the figures and with the end that a process sends. */
export function onEnd(worker: Worker, listener: (runEnd: RunEnd) => void): void {
  worker.on('message', (message: { runEnd?: RunEnd } | string) => {
    if (typeof message === 'object' && message.runEnd) listener(message.runEnd);
  });
}

/** The sum of the ends of several processes, or of the latest figures of those that were killed. */
export async function endOfAll(ends: readonly RunEnd[]): Promise<RunEnd> {
  const { mergeReports } = await import('../report/merge.ts');
  const reports = ends.flatMap(({ report }) => report ?? []);
  const assumptions = new Map<string, Assumption>();
  for (const each of ends.flatMap((end) => end.assumptions)) {
    const { requests = 0 } = assumptions.get(each.id) ?? {};
    assumptions.set(each.id, { ...each, requests: requests + each.requests });
  }
  return {
    ...(reports.length > 0 && { report: mergeReports(reports) }),
    assumptions: [...assumptions.values()].sort(compareAssumptions),
  };
}
