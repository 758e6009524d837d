import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps, JournalView } from '../../service/http/deps.ts';
import { findKey, isShortId, type KeyDeps, onlyKey } from '../keys/find-key.ts';
import type { Problem } from '../problem.ts';
import { journalOf } from './journal-of.ts';

export type RequestKeyDeps = KeyDeps & Pick<Deps, 'journal' | 'peers' | 'loopShare'>;

/** A key of requests, which the sandbox need not recognise. */
export type RequestKey = Pick<KeyState, 'id' | 'shown'>;

/** As `findKey`; lists of requests also name keys that the sandbox does not recognise, by their ids. @throws Problem */
export async function findRequestKey(deps: RequestKeyDeps, name: string): Promise<RequestKey> {
  try {
    return await findKey(deps, name);
  } catch (error) {
    const mayBeId = isShortId.test(name) || /^[\da-f]{16}$/.test(name);
    if (!mayBeId || (error as Partial<Problem>).status !== 404) throw error;
    const ids = await yieldToLoop(idsIn(await journalOf(deps), name), deps);
    return onlyKey(
      name,
      [...ids].map((id) => ({ id, shown: id })),
    );
  }
}

function* idsIn(journal: JournalView, name: string): Yielding<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { keyId } of journal.all()) {
    if (keyId?.startsWith(name)) ids.add(keyId);
    yield;
  }
  return ids;
}
