import { inTransaction } from '../ledger/job.ts';
import type { Deps, Peers } from '../service/http/deps.ts';
import { refresh } from '../service/http/in-batch.ts';
import { type ReportedDeps, reportOf } from '../service/http/report.ts';
import { Exchange, type ExchangeOptions, type ReplicaAnswer } from './exchange.ts';
import { type NewTally, replay } from './replay.ts';
import type { SharedJournal } from './shared-journal.ts';
import type { SharedTally } from './shared-tally.ts';
import type { Truncations } from './truncations.ts';
import { wholeReport } from './whole-report.ts';

/** The other replicas, as the admin surface asks them. `start` comes once the dependencies are composed. */
export interface ReplicaPeers extends Peers {
  start(deps: PeerDeps): void;
  close(): Promise<void>;
}

/** What peers need of the composition: what a report shows, and the ledger. */
type PeerDeps = ReportedDeps & Pick<Deps, 'ledger' | 'operations' | 'names'>;

interface PeerParts {
  replicas: ExchangeOptions['replicas'];
  journal: SharedJournal;
  tally: SharedTally;
  newTally: NewTally;
  /** The truncations of journals, and of reports. */
  truncations: Truncations;
  reportTruncations: Truncations;
}

export function createPeers({
  replicas,
  journal,
  tally,
  newTally,
  truncations,
  reportTruncations,
}: PeerParts): ReplicaPeers {
  let answers: ReplicaAnswer[] = [];
  let started: { deps: PeerDeps; exchange: Exchange } | undefined;
  const running = () => started as NonNullable<typeof started>;

  return {
    start(deps) {
      const { decisions, settings } = deps;
      reportTruncations.onTruncated(() => tally.local.clear(decisions.counts()));
      // A reset of everything is one of every replica.
      truncations.onTruncated((keyIds) => {
        if (keyIds) return;
        tally.local.reset(decisions.counts());
        decisions.clear();
      });
      const exchange = new Exchange({
        replicas,
        journal,
        tally,
        maxRequests: settings.journal,
        truncations,
        reportTruncations,
        refresh: () => refresh(deps),
        answer: () => localAnswer(deps, truncations, reportTruncations),
      });
      started = { deps, exchange };
    },
    async gather() {
      answers = await running().exchange.gather();
    },
    isRemote: journal.isRemote,
    get decisions() {
      return answers.map(({ decisions }) => new Map(decisions));
    },
    async report() {
      const { deps, exchange } = running();
      const { clock, operations, decisions, names } = deps;
      const peers = answers.flatMap(({ report }) => report ?? []);
      // No peer answered anything, so the local tally saw all requests in their order.
      if (peers.length === 0) return reportOf(deps);
      const inOrder = await replay(exchange.tallyEvents(), {
        newTally,
        isFrozen: () => clock.frozen,
        truncations: reportTruncations,
      });
      return wholeReport({
        local: reportOf(deps),
        peers,
        inOrder: reportOf({ ...deps, tally: inOrder }),
        operations: operations.map(({ id }) => id),
        decisions: decisions.all.map(({ id }) => id),
        labelOf: names.labelOf,
      });
    },
    clearReports: () => inTransaction(running().deps.ledger, undefined, () => reportTruncations.truncate()),
    close: async () => started?.exchange.close(),
  };
}

/** What this replica answers to its peers, without the cells that it never met: they add nothing. */
function localAnswer(
  deps: ReportedDeps,
  truncations: Truncations,
  reportTruncations: Truncations,
): ReplicaAnswer {
  const report = reportOf(deps);
  const { coverage } = report;
  const cells = coverage.cells.filter(({ earned, injected }) => earned + injected > 0);
  return {
    cleared: truncations.applied,
    clears: reportTruncations.applied,
    report: { ...report, coverage: { ...coverage, cells } },
    decisions: [...deps.decisions.counts()],
  };
}
