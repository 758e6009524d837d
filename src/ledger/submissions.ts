import { Refusal } from '../core/errors.ts';
import type { Accounts } from './accounts.ts';
import { type createCharges, dayOf } from './charges.ts';
import type { Caller, Submission, Submitted } from './ledger.ts';
import type { Statements } from './sqlite/statements.ts';

/**
 * What keys submitted, and how much of it on which day. As in the charges, the verb runs whole inside a
 * transaction of the caller's: two calls with the same name cannot both find it new, nor share a day's last place.
 */
export function createSubmissions(
  statements: Statements,
  accounts: Accounts,
  charges: ReturnType<typeof createCharges>,
) {
  return { submit };

  function submit(caller: Caller, submission: Submission): Submitted {
    const { kind, count, mostPerDay, items, creditsIfKnown, ...charge } = submission;
    const key = accounts.get(caller.id).key.number;
    const day = dayOf(charge.now);
    const before = statements.submittedOn.get({ key, kind, day })?.count ?? 0;
    if (before + count > mostPerDay) throw new Refusal('rateLimited');
    // the estimate, before anything is remembered; what is charged is never more
    charges.afford(caller, charge.credits, charge.now);
    if (count > 0) statements.countSubmitted.run({ key, kind, day, count });
    const known = items.map((names) => !remember(key, kind, names));
    const charged = known.includes(false) ? charge.credits : creditsIfKnown;
    const balance = charges.charge(caller, { ...charge, credits: charged });
    return { known, charged, balance };
  }

  /** @returns false when one of the names is known already; then the others are not remembered */
  function remember(key: number, kind: string, names: readonly string[]): boolean {
    if (names.some((name) => statements.remembered.get({ key, kind, name }))) return false;
    for (const name of names) statements.remember.run({ key, kind, name });
    return true;
  }
}
