import { toCredits } from '../../core/credits.ts';
import type { Events } from '../../journal/events.ts';
import type { Journal } from '../../journal/journal.ts';
import type { PostedEntry } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Tally } from '../../report/tally.ts';

interface EntryReaders {
  readonly journal: Journal;
  readonly tally: Tally;
  readonly events: Events;
  readonly metrics: Metrics;
}

/** Reports ledger entries to the journal's requests, to the run's report, to the metrics and to the event listeners. */
export function publishEntries({
  journal,
  tally,
  events,
  metrics,
}: EntryReaders): (entry: PostedEntry) => void {
  return (entry) => {
    const { kind, at, account, keyId, operation, plan, purchased, traceId } = entry;
    metrics.countEntry(entry);
    if (kind === 'renew') {
      tally.noteRenewal(account);
      events.emit({ name: 'renewal', keyId: null, account, data: { account, at, credits: toCredits(plan) } });
    }
    if (kind !== 'charge' && kind !== 'settle') return;
    const credits = -(plan + purchased);
    // A stream is recorded before its charge; every other call is recorded with it.
    if (kind === 'settle') {
      journal.charged(traceId as string, credits);
      tally.addStreamCharge(traceId as string, keyId, operation, credits);
    }
    if (events.heard)
      events.emit({
        name: 'charge',
        keyId,
        account,
        data: { account, key: keyId, operation, at, credits: toCredits(credits), traceId },
      });
  };
}
