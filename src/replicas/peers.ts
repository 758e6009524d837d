import type { Replicas } from '../ledger/replicas.ts';
import type { Deps, Others } from '../service/http/deps.ts';
import { inBatch, refresh } from '../service/http/in-batch.ts';
import { reportOf } from '../service/http/report.ts';
import { type Answer, createExchange, type Exchange } from './exchange.ts';
import { type NewTally, replayed } from './replay.ts';
import type { SharedJournal } from './shared-journal.ts';
import type { SharedTally } from './shared-tally.ts';
import type { Clears } from './truncations.ts';
import { wholeReport } from './whole-report.ts';

/** The other replicas, as the admin surface asks them. `start` comes once the dependencies are composed. */
export interface OthersOf extends Others {
  start(deps: Deps): void;
  close(): Promise<void>;
}

interface Parts {
  replicas: Replicas;
  journal: SharedJournal;
  tally: SharedTally;
  newTally: NewTally;
  /** The clearings of journals, and of reports. */
  clears: Clears;
  reportClears: Clears;
}

export function createOthers({ replicas, journal, tally, newTally, clears, reportClears }: Parts): OthersOf {
  let answers: Answer[] = [];
  let started: { deps: Deps; exchange: Exchange } | undefined;
  const parts = () => {
    if (!started) throw new Error('not started');
    return started;
  };

  return {
    start(deps) {
      const { decisions, settings } = deps;
      reportClears.onCleared(() => tally.own.clear(decisions.counts()));
      // A reset of everything is one of every replica.
      clears.onCleared((keyIds) => {
        if (keyIds) return;
        tally.own.reset(decisions.counts());
        decisions.clear();
      });
      const exchange = createExchange({
        replicas,
        journal,
        tally,
        most: settings.journal,
        clears,
        reportClears,
        refresh: () => refresh(deps),
        answer: () => answerOf(deps, clears, reportClears),
      });
      started = { deps, exchange };
    },
    async gather() {
      answers = await parts().exchange.gather();
    },
    isForeign: journal.isForeign,
    get decisions() {
      return answers.map(({ decisions }) => new Map(decisions));
    },
    async report() {
      const { deps, exchange } = parts();
      const { clock, operations, decisions, names } = deps;
      // Nobody else answered anything, so the own tally saw all requests in their order.
      const others = answers.flatMap(({ report }) => report ?? []);
      if (others.length === 0) return reportOf(deps);
      const inOrder = await replayed(exchange.acts(), {
        newTally,
        isFrozen: () => clock.frozen,
        clears: reportClears,
      });
      return wholeReport({
        own: reportOf(deps),
        others,
        inOrder: reportOf({ ...deps, tally: inOrder }),
        operations: operations.map(({ id }) => id),
        decisions: decisions.all.map(({ id }) => id),
        labelOf: names.labelOf,
      });
    },
    clearReports: () => inBatch(parts().deps, undefined, () => reportClears.clear()),
    close: async () => started?.exchange.close(),
  };
}

/** The facts that the others add to their own: cells that were never met add nothing. */
function answerOf(deps: Deps, clears: Clears, reportClears: Clears): Answer {
  const report = reportOf(deps);
  const { coverage } = report;
  const cells = coverage.cells.filter(({ earned, injected }) => earned + injected > 0);
  return {
    cleared: clears.seen,
    clears: reportClears.seen,
    report: { ...report, coverage: { ...coverage, cells } },
    decisions: [...deps.decisions.counts()],
  };
}
