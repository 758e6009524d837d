import { withoutAt } from '../../core/handles.ts';
import { isReservedName } from '../../core/reserved-names.ts';
import type { Platform } from '../../creators/world/account.ts';
import type { World } from '../../creators/world/world.ts';
import type { Balance, LedgerTransaction } from '../../ledger/ledger.ts';
import { noteDecision } from './assumptions.ts';
import type { RecognisedCall } from './call.ts';
import { httpDecisions } from './decisions.ts';
import { worldOf } from './delayed.ts';
import type { Deps } from './deps.ts';
import { submit } from './submit.ts';

type SubmissionStatus = 'accepted' | 'done' | 'rejected';

interface SubmittedCreator {
  status: SubmissionStatus;
  /** Its id in the world; absent if the world does not have it. */
  existing?: string;
}

/**
 * The limit of ids per key and UTC day, all platforms together (observed). Both generations count together, and every id
 * of an answered call counts, rejected ones included (assumed: submit-pool-generations).
 */
export const maxCreatorsPerDay = 10_000;

/**
 * Submits creators; the results are in the order of the ids (observed): `done` for an id that the world has or that was
 * submitted before, `rejected` for a malformed id, `accepted` for any other. The ledger remembers submissions; the world
 * does not change.
 * @throws Refusal `rateLimited` over the daily limit; otherwise the refusals of the ledger's charge
 */
export function submitCreatorIds(
  deps: Pick<Deps, 'world' | 'prices' | 'decisions'>,
  tx: LedgerTransaction,
  call: RecognisedCall,
  platform: Platform,
  ids: readonly string[],
): { creators: SubmittedCreator[]; charged: number; balance: Balance } {
  const { operation, traceId, now } = call;
  const world = worldOf(deps, call);
  const { prices } = deps;
  const price = prices.full(operation);
  let submitted: Submitted[] = [];
  const namesOfUnknown = () => {
    submitted = lookUp(world, platform, ids);
    return submitted.filter(isUnknown).map(({ name }) => [`${platform} ${name}`]);
  };

  const { known, charged, balance } = submit(
    deps,
    tx,
    call,
    {
      operation,
      rule: prices.rule(operation),
      credits: price,
      creditsIfKnown: price,
      traceId,
      now,
      kind: 'creators',
      count: ids.length,
      maxPerDay: maxCreatorsPerDay,
      items: namesOfUnknown,
    },
    [httpDecisions['submit-limits'], httpDecisions['submit-pool'], httpDecisions['submit-pool-generations']],
  );

  const wasKnown = known.values();
  const creators = submitted.map((each): SubmittedCreator => {
    if (each.name === undefined) return { status: 'rejected' };
    if (each.existing !== undefined) return { status: 'done', existing: each.existing };
    return { status: wasKnown.next().value ? 'done' : 'accepted' };
  });
  if (known.includes(true)) noteDecision(deps, call, httpDecisions['submit-known']);
  return { creators, charged, balance };
}

interface Submitted {
  name: string | undefined;
  existing?: string | undefined;
}

function lookUp(world: World, platform: Platform, ids: readonly string[]): Submitted[] {
  const { nameOf, spellings } = idForms[platform];
  const named = ids.map((id) => {
    const name = nameOf(id);
    return { name, spelled: name === undefined ? [] : spellings(id, name) };
  });
  const known = world.known(
    platform,
    named.flatMap(({ spelled }) => spelled),
  );
  return named.map(({ name, spelled }) => ({ name, existing: spelled.find((id) => known.has(id)) }));
}

const isUnknown = ({ name, existing }: Submitted): boolean => name !== undefined && existing === undefined;

interface IdForm {
  /** Normalises an id; undefined if no creator can have it. */
  nameOf: (id: string) => string | undefined;
  /** The forms in which the world may have it. */
  spellings: (id: string, name: string) => string[];
}

/** Handles without regard to case or a leading `@` (observed); otherwise the same pattern as in look-ups. */
const handle = (pattern: RegExp): IdForm => ({
  nameOf: (id) => (pattern.test(id) ? unreserved(withoutAt(id).toLowerCase()) : undefined),
  // Only handles of fixtures can have capitals.
  spellings: (id, name) => [...new Set([name, withoutAt(id)])],
});

const idForms = {
  clip: handle(/^(?=.{1,101}$)@?[a-zA-Z0-9._-]+$/),
  gram: handle(/^(?=.{1,31}$)@?[a-zA-Z0-9._]+$/),
  tube: {
    // Only channel ids: handles are rejected (observed).
    nameOf: (id) => (/^UC[a-zA-Z0-9_-]{22}$/.test(id) ? unreserved(id) : undefined),
    spellings: (id: string) => [id],
  },
} satisfies Record<Platform, IdForm>;

const unreserved = (name: string): string | undefined => (isReservedName(name) ? undefined : name);
