import { Refusal } from '../core/errors.ts';
import type { Accounts } from './accounts.ts';
import type { Charges } from './charges.ts';
import { dayOf } from './days.ts';
import type { Caller, Submission, Submitted } from './ledger.ts';
import type { Statements } from './sqlite/statements.ts';

/**
 * The submitted names and the daily counts of each key. The verb runs whole inside a transaction of the caller's:
 * of two calls with the same name one finds it new, and of two calls for a day's last place one gets it.
 */
export function createSubmissions(statements: Statements, accounts: Accounts, charges: Charges) {
  return { submit };

  function submit(caller: Caller, submission: Submission): Submitted {
    const { kind, count, mostPerDay, items, creditsIfKnown, ...charge } = submission;
    const key = accounts.get(caller.id).key.number;
    const day = dayOf(charge.now);
    const before = statements.submittedOn.get({ key, kind, day })?.count ?? 0;
    if (before + count > mostPerDay) throw new Refusal('rateLimited');
    // check the estimate before storing anything; the charge is never more
    charges.afford(caller, charge.credits, charge.now);
    if (count > 0) statements.countSubmitted.run({ key, kind, day, count });
    const known = items.map((names) => !remember(key, kind, names));
    const charged = known.includes(false) ? charge.credits : creditsIfKnown;
    const balance = charges.charge(caller, { ...charge, credits: charged });
    return { known, charged, balance };
  }

  /** @returns false if one of the names is known; then none is stored */
  function remember(key: number, kind: string, names: readonly string[]): boolean {
    if (names.some((name) => statements.remembered.get({ key, kind, name }))) return false;
    for (const name of names) statements.remember.run({ key, kind, name });
    return true;
  }
}
