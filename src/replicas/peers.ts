import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { inTransaction, refresh } from '../ledger/job.ts';
import type { SavedAnswer } from '../ledger/replicas.ts';
import type { Peers } from '../service/http/deps.ts';
import { reportOf } from '../service/http/report.ts';
import { notedRequests } from './noted-requests.ts';
import type { PeerDeps, PeerParts } from './peer-parts.ts';
import { replay } from './replay.ts';
import { createSaving, type ReplicaAnswer, saveMs } from './saving.ts';
import { readJournal } from './shared-journal.ts';
import { wholeReport } from './whole-report.ts';

/** The other replicas, as the admin surface asks them. `start` comes once the dependencies are composed. */
export interface ReplicaPeers extends Peers {
  start(deps: PeerDeps): void;
  close(): Promise<void>;
}

type CurrentAnswer = Omit<SavedAnswer, 'answer'> & { answer: ReplicaAnswer | undefined };

/** The longest wait for those that have not saved their latest requests. */
const maxWaitMs = 5_000;

export function createPeers(parts: PeerParts): ReplicaPeers {
  const { records, tally, newTally, maxRequests, truncations, reportTruncations } = parts;
  let deps: PeerDeps;
  const written = () => refresh(deps.ledger);
  const noted = notedRequests(parts);
  const saving = createSaving(parts);

  return {
    start(given) {
      deps = given;
      const { decisions } = deps;
      reportTruncations.onTruncated(() => tally.local.clear(decisions.counts()));
      // A reset of everything is one of every replica.
      truncations.onTruncated(() => {
        tally.local.reset(decisions.counts());
        decisions.clear();
      });
      // Others may ask at once. While the database does not answer, they are tried again with what is saved.
      records.onWaiting(() => setImmediate(() => void written().catch(() => {})));
      saving.begin(deps);
    },
    note: noted,
    written,
    journal: (keyId) => readJournal(records, maxRequests, keyId),
    async findRequest(id) {
      const row = await records.findRequest(id);
      return row && JSON.parse(row.content);
    },
    async decisions() {
      const answers = await currentAnswers();
      return answers.flatMap(({ answer }) =>
        answer && answer.cleared >= truncations.applied ? [new Map(answer.decisions)] : [],
      );
    },
    async report() {
      const peers = await currentAnswers();
      const reports = peers.flatMap(({ answer }) =>
        answer && answer.clears >= reportTruncations.applied ? [answer.report] : [],
      );
      // The last requests of a replica that was killed are in its rows only.
      const covered = new Map(peers.map(({ process, upTo }) => [process, upTo]));
      const isLeftOver = ({ process, at }: { process: number; at: number }) =>
        at > (covered.get(process) ?? Number.POSITIVE_INFINITY);
      const hasLeftOver = peers.some(({ last, upTo }) => last > upTo);
      if (reports.length === 0 && !hasLeftOver) return reportOf(deps);
      const { clock, operations, decisions, names } = deps;
      const options = { newTally, isFrozen: () => clock.frozen, truncations: reportTruncations };
      const tallyInOrder = await replay(records.tallyEvents(), options);
      const more = hasLeftOver ? [await replay(records.tallyEvents(), { ...options, isLeftOver })] : [];
      const local = reportOf(deps);
      await nextTurn();
      const inOrder = reportOf({ ...deps, tally: tallyInOrder });
      await nextTurn();
      return wholeReport({
        local,
        peers: [...reports, ...more.map((leftOver) => reportOf({ ...deps, tally: leftOver }))],
        inOrder,
        operations: operations.map(({ id }) => id),
        decisions: decisions.all.map(({ id }) => id),
        labelOf: names.labelOf,
      });
    },
    clearReports: () => inTransaction(deps.ledger, undefined, () => reportTruncations.truncate()),
    close: () => saving.end(deps),
  };

  /** The saved answers of the others, once they cover all that was written. */
  async function currentAnswers(): Promise<CurrentAnswer[]> {
    await written();
    const until = performance.now() + maxWaitMs;
    const wanted = new Map<number, number>();
    for (;;) {
      const answers = await records.answers();
      for (const { process, last } of answers) if (!wanted.has(process)) wanted.set(process, last);
      const isCurrent = answers.every(
        ({ process, isLive, upTo }) => !isLive || upTo >= (wanted.get(process) ?? 0),
      );
      if (isCurrent || performance.now() > until)
        return answers.map(({ answer, ...rest }) => ({
          ...rest,
          answer: answer === '' ? undefined : (JSON.parse(answer) as ReplicaAnswer),
        }));
      await wait(saveMs / 4);
    }
  }
}
