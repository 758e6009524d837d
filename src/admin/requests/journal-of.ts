import type { JournalEntry } from '../../journal/entry.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Deps, JournalView } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';

/** The journal. @throws Problem 409 while it is off */
export function requireJournal({ journal }: Pick<Deps, 'journal'>): Journal {
  if (!journal.on) throw new Problem(409, 'The journal is off; the setting journal gives it a size.');
  return journal;
}

/** The requests of this process, or of all replicas: of all keys or of one. */
export const journalOf = async (
  { peers, journal }: Pick<Deps, 'peers' | 'journal'>,
  keyId?: string,
): Promise<JournalView> => (await peers?.journal(keyId)) ?? journal;

/** @throws Problem 404 if no replica has recorded it, 409 while the journal is off */
export async function requestOf(
  deps: Pick<Deps, 'peers' | 'journal'>,
  id: number | undefined,
): Promise<JournalEntry> {
  const journal = requireJournal(deps);
  const entry =
    id === undefined ? undefined : deps.peers ? await deps.peers.findRequest(id) : journal.find(id);
  if (!entry) throw new Problem(404, 'The journal has no request with this id.');
  return entry;
}
