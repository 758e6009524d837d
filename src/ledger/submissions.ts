import { Refusal } from '../core/errors.ts';
import { getKeyAccount } from './accounts.ts';
import { afford, charge } from './charges.ts';
import { dayOf } from './days.ts';
import { assertCallsRead, type State } from './state.ts';
import type { Caller, Submission, Submitted } from './values.ts';

/**
 * Counts and stores what a key submits. Of two calls with the same name one finds it new, and of two calls for the last
 * place of a day one gets it.
 */
export function submit(state: State, caller: Caller, submission: Submission): Submitted {
  const { kind, count, maxPerDay, items: itemsOf, marksSecond, creditsIfKnown, ...call } = submission;
  assertCallsRead(state);
  const key = getKeyAccount(state, caller.id).key.number;
  const day = dayOf(call.now);
  const before = state.submittedOn.get({ key, kind, day })?.count ?? 0;
  if (before + count > maxPerDay) throw new Refusal('rateLimited');
  // check the estimate before storing anything; the charge is never more
  afford(state, caller, call.credits, call.now);
  if (count > 0) state.submittedOn.set({ key, kind, day, count: before + count });
  const items = itemsOf();
  const known = items.map((names) => !remember(state, key, kind, names));
  const again = marksSecond ? items.map((names) => names.map((name) => `again ${name}`)) : [];
  const second = again.map((names, index) => known[index] === true && remember(state, key, kind, names));
  const charged = known.includes(false) ? call.credits : creditsIfKnown;
  return { known, second, charged, balance: charge(state, caller, { ...call, credits: charged }) };
}

/** @returns false if one of the names is known; then none is stored */
function remember(
  { submitted }: State,
  key: number,
  kind: Submission['kind'],
  names: readonly string[],
): boolean {
  if (names.some((name) => submitted.get({ key, kind, name }))) return false;
  for (const name of names) submitted.set({ key, kind, name });
  return true;
}
