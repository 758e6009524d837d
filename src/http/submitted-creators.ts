import { isReservedName } from '../core/reserved-names.ts';
import type { Balance } from '../ledger/ledger.ts';
import type { Platform } from '../world/account.ts';
import type { World } from '../world/world.ts';
import type { RecognisedCall } from './call.ts';
import { httpDecisions } from './decisions.ts';
import type { Deps } from './deps.ts';
import { relyOn } from './rely-on.ts';
import { submit } from './submit.ts';

export type SubmissionStatus = 'accepted' | 'done' | 'rejected';

export interface SubmittedCreator {
  status: SubmissionStatus;
  /** Its id in the world; absent where the world does not have it. */
  existing?: string;
}

/**
 * How many ids a key may submit in a UTC day (observed); the three platforms and both generations count
 * together, and every id of a call that is answered counts, whatever becomes of it (assumed: submit-pool).
 */
export const mostCreatorsPerDay = 10_000;

/**
 * What becomes of submitted creators, in the order of their ids: `done` with an id that the world has or the
 * key submitted before, `accepted` with one that nobody knows, `rejected` with one that cannot be
 * (observed). The ledger remembers; the world stays as it is.
 * @throws Refusal `rateLimited` over the day's limit, then as the ledger's charge
 */
export async function submitCreators(
  deps: Deps,
  call: RecognisedCall,
  platform: Platform,
  ids: readonly string[],
): Promise<{ creators: SubmittedCreator[]; charged: number; balance: Balance }> {
  const { prices, world } = deps;
  const { operation, traceId, now } = call;
  const { nameOf, find } = subjects[platform];
  const price = prices.full(operation);
  const seen = ids.map((id) => {
    const name = nameOf(id);
    return { name, existing: name && find(world, id, name) };
  });
  const unknown = seen.filter(({ name, existing }) => name !== undefined && existing === undefined);

  const { known, charged, balance } = await submit(
    deps,
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
      mostPerDay: mostCreatorsPerDay,
      items: unknown.map(({ name }) => [`${platform} ${name}`]),
    },
    [httpDecisions['submit-limits'], httpDecisions['submit-pool']],
  );

  const wasKnown = new Map(unknown.map((each, index) => [each, known[index] === true]));
  const creators = seen.map((each): SubmittedCreator => {
    if (each.name === undefined) return { status: 'rejected' };
    if (each.existing !== undefined) return { status: 'done', existing: each.existing };
    return { status: wasKnown.get(each) ? 'done' : 'accepted' };
  });
  if (known.includes(true)) relyOn(deps, call, httpDecisions['submit-known']);
  return { creators, charged, balance };
}

interface Subject {
  /** The one spelling of an id that is remembered; undefined for one that no creator can have. */
  nameOf: (id: string) => string | undefined;
  find: (world: World, id: string, name: string) => string | undefined;
}

/** Handles: a leading `@` and the case are ignored (observed), otherwise as the look-ups take them. */
const handle = (pattern: RegExp, has: (world: World, name: string) => boolean): Subject => ({
  nameOf: (id) => (pattern.test(id) ? unreserved(withoutAt(id).toLowerCase()) : undefined),
  // a fixture may have capitals, the world's own handles do not
  find: (world, id, name) => [name, withoutAt(id)].find((one) => has(world, one)),
});

const subjects = {
  clip: handle(/^(?=.{1,101}$)@?[a-zA-Z0-9._-]+$/, (world, name) => world.clip(name) !== undefined),
  gram: handle(/^(?=.{1,31}$)@?[a-zA-Z0-9._]+$/, (world, name) => world.gram(name) !== undefined),
  tube: {
    // channel ids alone: a handle is rejected (observed)
    nameOf: (id) => (/^UC[a-zA-Z0-9_-]{22}$/.test(id) ? unreserved(id) : undefined),
    find: (world, id) => world.tube(id)?.channelId,
  },
} satisfies Record<Platform, Subject>;

const withoutAt = (id: string): string => id.replace(/^@/, '');

const unreserved = (name: string): string | undefined => (isReservedName(name) ? undefined : name);
