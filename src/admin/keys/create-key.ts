import type { Static } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { type RequestAccess, scopeProblem } from '../access/request-access.ts';
import { assertRoomForKey } from '../access/visible-parts.ts';
import { Problem } from '../problem.ts';
import { type NewKey, readKeyTerms } from './key-schemas.ts';

type CreateDeps = Pick<Deps, 'ledger' | 'clock' | 'names' | 'operations'>;

/**
 * Creates a key with its label. A token with the scope `own` creates only keys that are its own.
 * @throws Problem 403 for another label or account, 409 without room, 422; Refusal as `Keys.create`
 */
export async function createKey(
  { access }: Pick<FastifyRequest, 'access'>,
  deps: CreateDeps,
  body: Static<typeof NewKey>,
): Promise<{ secret: string; state: KeyState }> {
  const { ledger, clock, names } = deps;
  const terms = readKeyTerms(deps, body);
  const { label = null, account } = body;
  if (!access)
    return ledger.keys.create(terms, clock.now(), (id) => {
      if (label !== null) names.assignLabel(id, label);
    });
  assertOwnNames(access, label, account);
  const made = await ledger.keys.create(terms, clock.now(), (id) => {
    const { own, caller } = access;
    const beside = (account !== undefined && ledger.directory.ofAccount(account)) || [];
    if (own) {
      if (beside.length > 0 && !own.hasAccount(account as string))
        throw new Problem(409, 'Keys of others have this account.');
      assertRoomForKey(own, caller);
    }
    // A key of the same text may have had another label before.
    names.assignLabel(id, label);
    for (const each of beside) {
      names.noteBeside(each.id, label);
      names.noteBeside(id, names.labelOf(each.id) ?? each.label);
    }
  });
  access.keyIds.add(made.state.id);
  return made;
}

/** @throws Problem 403 */
function assertOwnNames(
  { own, caller }: RequestAccess,
  label: string | null,
  account: string | undefined,
): void {
  if (!own) return;
  const labels = (caller.labels ?? []).join(' or ');
  if (!own.hasLabel(label)) throw scopeProblem(caller, 'all', `A key whose label is not ${labels}`);
  if (account !== undefined && !own.hasLabel(account))
    throw scopeProblem(caller, 'all', `An account whose name is not ${labels}`);
}
