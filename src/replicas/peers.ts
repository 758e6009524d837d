import { inTransaction } from '../ledger/job.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Deps, Peers } from '../service/http/deps.ts';
import { refresh } from '../service/http/in-batch.ts';
import { reportOf } from '../service/http/report.ts';
import { createExchange, type Exchange, type ReplicaAnswer } from './exchange.ts';
import { type NewTally, replay } from './replay.ts';
import type { SharedJournal } from './shared-journal.ts';
import type { SharedTally } from './shared-tally.ts';
import type { Truncations } from './truncations.ts';
import { wholeReport } from './whole-report.ts';

/** The other replicas, as the admin surface asks them. `start` comes once the dependencies are composed. */
export interface ReplicaPeers extends Peers {
  start(deps: Deps): void;
  close(): Promise<void>;
}

interface PeerParts {
  replicas: Replicas;
  journal: SharedJournal;
  tally: SharedTally;
  newTally: NewTally;
  /** The clearings of journals, and of reports. */
  truncations: Truncations;
  reportTruncations: Truncations;
}

export function createPeers({
  replicas,
  journal,
  tally,
  newTally,
  truncations: clears,
  reportTruncations: reportClears,
}: PeerParts): ReplicaPeers {
  let answers: ReplicaAnswer[] = [];
  let started: { deps: Deps; exchange: Exchange } | undefined;
  const parts = () => {
    if (!started) throw new Error('not started');
    return started;
  };

  return {
    start(deps) {
      const { decisions, settings } = deps;
      reportClears.onTruncated(() => tally.local.clear(decisions.counts()));
      // A reset of everything is one of every replica.
      clears.onTruncated((keyIds) => {
        if (keyIds) return;
        tally.local.reset(decisions.counts());
        decisions.clear();
      });
      const exchange = createExchange({
        replicas,
        journal,
        tally,
        maxRequests: settings.journal,
        truncations: clears,
        reportTruncations: reportClears,
        refresh: () => refresh(deps),
        answer: () => localAnswer(deps, clears, reportClears),
      });
      started = { deps, exchange };
    },
    async gather() {
      answers = await parts().exchange.gather();
    },
    isRemote: journal.isRemote,
    get decisions() {
      return answers.map(({ decisions }) => new Map(decisions));
    },
    async report() {
      const { deps, exchange } = parts();
      const { clock, operations, decisions, names } = deps;
      // Nobody else answered anything, so the own tally saw all requests in their order.
      const others = answers.flatMap(({ report }) => report ?? []);
      if (others.length === 0) return reportOf(deps);
      const inOrder = await replay(exchange.tallyEvents(), {
        newTally,
        isFrozen: () => clock.frozen,
        clears: reportClears,
      });
      return wholeReport({
        local: reportOf(deps),
        peers: others,
        inOrder: reportOf({ ...deps, tally: inOrder }),
        operations: operations.map(({ id }) => id),
        decisions: decisions.all.map(({ id }) => id),
        labelOf: names.labelOf,
      });
    },
    clearReports: () => inTransaction(parts().deps.ledger, undefined, () => reportClears.truncate()),
    close: async () => started?.exchange.close(),
  };
}

/** The facts that the others add to their own: cells that were never met add nothing. */
function localAnswer(deps: Deps, clears: Truncations, reportClears: Truncations): ReplicaAnswer {
  const report = reportOf(deps);
  const { coverage } = report;
  const cells = coverage.cells.filter(({ earned, injected }) => earned + injected > 0);
  return {
    cleared: clears.applied,
    clears: reportClears.applied,
    report: { ...report, coverage: { ...coverage, cells } },
    decisions: [...deps.decisions.counts()],
  };
}
