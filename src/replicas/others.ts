import type { Deps, Others } from '../http/deps.ts';
import { inBatch } from '../http/in-batch.ts';
import { reportOf } from '../http/report.ts';
import { type Clears, createClears } from './clears.ts';
import { type Answer, createExchange } from './exchange.ts';
import type { SharedJournal } from './shared-journal.ts';

/** The other replicas, as the admin surface asks them. `start` comes once the dependencies are composed. */
export interface OthersOf extends Others {
  start(deps: Deps): void;
  close(): Promise<void>;
}

export function createOthers(journal: SharedJournal, journalClears: Clears): OthersOf {
  let answers: Others['answers'] = [];
  let gather = async (): Promise<Answer[]> => [];
  let close = async () => {};
  let clearReports = async () => {};

  return {
    async gather() {
      answers = (await gather()).map(({ report, decisions }) => ({ report, decisions: new Map(decisions) }));
    },
    get answers() {
      return answers;
    },
    clearReports: () => clearReports(),
    close: () => close(),
    start(deps) {
      const { tally, decisions, settings, ledger } = deps;
      const { replicas } = ledger;
      if (!replicas) return;
      const reportClears = createClears(replicas.shared, 'cleared-reports');
      reportClears.onCleared(() => tally.clear(decisions.counts()));
      // A reset of everything is one of every replica.
      journalClears.onCleared((keyIds) => {
        if (keyIds) return;
        tally.reset(decisions.counts());
        decisions.clear();
      });
      const exchange = createExchange({
        replicas,
        journal,
        most: settings.journal,
        clears: journalClears,
        reportClears,
        answer: () => ({
          clears: reportClears.seen,
          report: reportOf(deps),
          decisions: [...decisions.counts()],
        }),
      });
      gather = exchange.gather;
      close = exchange.close;
      clearReports = () => inBatch(deps, undefined, () => reportClears.clear());
    },
  };
}
