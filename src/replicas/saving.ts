import { setTimeout as wait } from 'node:timers/promises';
import { maxPerKey } from '../journal/journal.ts';
import { refresh } from '../ledger/job.ts';
import type { Report } from '../report/model.ts';
import { reportOf } from '../service/http/report.ts';
import type { PeerDeps, PeerParts } from './peer-parts.ts';

/** The knowledge of a replica of all its requests. */
export interface ReplicaAnswer {
  /** How many truncations of journals it had applied, and of reports. */
  cleared: number;
  clears: number;
  report: Report;
  decisions: [string, number][];
}

/** A replica saves what it knows so often, while its requests go on. */
export const saveMs = 200;
/** A replica that shuts down does not wait for a database that does not answer. */
const shutdownMs = 300;

/** Saves what this replica knows of its requests, for whoever asks, and removes what is beyond the limits. */
export function createSaving({ records, tally, maxRequests, truncations, reportTruncations }: PeerParts) {
  let savedUpTo = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    begin: schedule,
    async end(deps: PeerDeps): Promise<void> {
      clearTimeout(timer);
      const saved = refresh(deps.ledger).then(() => save(deps));
      await Promise.race([saved.catch(() => {}), wait(shutdownMs, undefined, { ref: false })]);
    },
  };

  function schedule(deps: PeerDeps): void {
    timer = setTimeout(() => {
      keep(deps)
        .catch(() => {})
        .finally(() => schedule(deps));
    }, saveMs);
    timer.unref();
  }

  async function keep(deps: PeerDeps): Promise<void> {
    if (records.areWaiting) await refresh(deps.ledger);
    if (await save(deps)) await records.evict({ max: maxRequests, maxPerKey });
  }

  /** @returns whether there was anything new */
  async function save(deps: PeerDeps): Promise<boolean> {
    const upTo = tally.countedTo;
    if (upTo === undefined || upTo === savedUpTo) return false;
    await records.saveAnswer(JSON.stringify(answerOf(deps)), upTo);
    savedUpTo = upTo;
    return true;
  }

  /**
   * Without the cells that it never met, which add nothing, and with the ids of keys: whoever reads it may know other labels.
   */
  function answerOf(deps: PeerDeps): ReplicaAnswer {
    const { local } = tally;
    const report = reportOf({
      ...deps,
      tally: { ...local, counts: () => ({ ...local.counts(), labelOf: () => null }) },
    });
    const { coverage, receipt } = report;
    const cells = coverage.cells.filter(({ earned, injected }) => earned + injected > 0);
    const byKey = receipt.byKey.map((row) => ({
      ...row,
      label: row.label ?? (row.key === null ? null : local.labelOf(row.key)),
    }));
    return {
      cleared: truncations.applied,
      clears: reportTruncations.applied,
      report: { ...report, coverage: { ...coverage, cells }, receipt: { ...receipt, byKey } },
      decisions: [...deps.decisions.counts()],
    };
  }
}
