import { dayOf } from './days.ts';
import type { Flaw, SavedAccount, SavedEntry } from './saved.ts';

/** A charged call: an entry of a charge, or of the settlement of a hold. */
export interface SavedCall {
  keyId: string;
  operation: string;
  /** The day on which the call arrived, where its usage counts. */
  day: number;
  credits: number;
}

/**
 * Replays the entries of an account and compares the sums with its balance. It pauses after each.
 * @returns the charged calls, in order
 */
export function* entryFlaws(
  account: SavedAccount,
  at: string,
): Generator<Flaw | undefined, SavedCall[], undefined> {
  const where = `Account ${account.id}`;
  const sums = { plan: 0, purchased: 0, held: 0, purchasedUsed: 0 };
  const open = createOpenHolds();
  const calls: SavedCall[] = [];
  const carried = account.entries[0]?.kind === 'carried';
  /** Credits of open holds that began in carried entries. */
  let carriedHeld = carried ? (account.entries[0]?.held ?? 0) : 0;
  /** Whether the entries show the whole current cycle. */
  let knowsCycle = !carried;
  for (const [index, entry] of account.entries.entries()) {
    const { kind, plan = 0, purchased = 0, held = 0, balance, keyId = '', operation = '' } = entry;
    const pointer = `${at}/entries/${index}`;
    const flaw = (says: string): Flaw => ({ pointer, says: `${where}: entry ${index + 1} ${says}` });
    yield* formFlaws(entry, index, flaw);
    sums.plan += plan;
    sums.purchased += purchased;
    sums.held += held;
    if (kind === 'renew') {
      sums.purchasedUsed = 0;
      knowsCycle = true;
    }
    if (!Object.values(sums).every(Number.isSafeInteger)) yield flaw('makes a sum too large to be exact.');
    if (sums.plan + sums.purchased !== balance)
      yield flaw(
        `has the balance ${balance}, but the entries up to it sum to ${sums.plan + sums.purchased}.`,
      );
    if (sums.purchased < 0) yield flaw('uses more purchased credits than there are.');

    if (kind === 'hold') open.begin(entry);
    const isEnd = kind === 'settle' || kind === 'release';
    const hold = isEnd ? open.end(entry) : undefined;
    if (isEnd && !hold) {
      carriedHeld += held;
      if (!carried || carriedHeld < 0) yield flaw(`is a ${kind} without an open hold.`);
    }
    if (kind === 'charge' || kind === 'settle') {
      sums.purchasedUsed -= purchased;
      calls.push({ keyId, operation, day: dayOf((hold ?? entry).at), credits: 0 - plan - purchased });
    }
    yield;
  }
  if (open.count > 0 || carriedHeld > 0)
    yield { pointer: `${at}/entries`, says: `${where}: ${sums.held} is held and never released.` };
  for (const [name, is, sum] of [
    ['used', account.plan - account.used, sums.plan],
    ['purchased', account.purchased, sums.purchased],
    ['purchasedUsed', account.purchasedUsed, sums.purchasedUsed],
  ] as const)
    if (is !== sum && (knowsCycle || name !== 'purchasedUsed'))
      yield {
        pointer: `${at}/${name}`,
        says: `${where}: ${name === 'used' ? 'plan less used' : name} is ${is}, its entries sum to ${sum}.`,
      };
  return calls;
}

/** Checks what an entry of its kind may hold. */
function* formFlaws(entry: SavedEntry, index: number, flaw: (says: string) => Flaw): Generator<Flaw, void> {
  const { kind, plan = 0, purchased = 0, held = 0 } = entry;
  if ((kind === 'open' || kind === 'carried') !== (index === 0))
    yield flaw('must be of kind open or carried if it is the first, and only then.');
  if ((entry.count !== undefined) !== (kind === 'carried'))
    yield flaw('has a count if it carries older entries, and only then.');
  if (!mayMove[kind]({ plan, purchased, held }))
    yield flaw(`changes an amount that an entry of kind ${kind} cannot change.`);
  for (const name of ['keyId', 'operation', 'traceId'] as const) {
    const isRequired = fieldsOfKind[kind].includes(name);
    if ((entry[name] !== undefined) !== isRequired)
      yield flaw(`is of kind ${kind}, which ${isRequired ? 'has a' : 'has no'} ${name}.`);
  }
}

type EntryKind = SavedEntry['kind'];
type Moved = Required<Pick<SavedEntry, 'plan' | 'purchased' | 'held'>>;

/** How each kind of entry may change plan, purchased and held credits. */
const mayMove = {
  open: ({ held }) => held === 0,
  charge: ({ plan, purchased, held }) => plan <= 0 && purchased <= 0 && held === 0,
  hold: ({ plan, purchased, held }) => plan === 0 && purchased === 0 && held >= 0,
  settle: ({ plan, purchased, held }) => plan <= 0 && purchased <= 0 && held <= plan + purchased,
  release: ({ plan, purchased, held }) => plan === 0 && purchased === 0 && held <= 0,
  renew: ({ plan, purchased, held }) => plan >= 0 && purchased === 0 && held === 0,
  topUp: ({ plan, purchased, held }) => plan >= 0 && purchased >= 0 && held === 0,
  change: ({ held }) => held === 0,
  carried: ({ held }) => held >= 0,
} satisfies Record<EntryKind, (moved: Moved) => boolean>;

const ofCalls = ['keyId', 'operation', 'traceId'];
const fieldsOfKind: Record<EntryKind, readonly string[]> = {
  open: [],
  charge: ofCalls,
  hold: ofCalls,
  settle: ofCalls,
  release: ofCalls,
  renew: [],
  topUp: ['keyId'],
  change: ['keyId'],
  carried: [],
};

/** Holds without an end. A hold ends once, as a whole, for its own call; of equal ones the first ends first. */
function createOpenHolds() {
  const byCall = new Map<string, { holds: SavedEntry[]; ended: number }>();
  const callOf = ({ keyId, operation, rule, traceId }: SavedEntry, held: number): string =>
    JSON.stringify([held, keyId, operation, rule, traceId]);
  let count = 0;
  return {
    get count() {
      return count;
    },
    begin(hold: SavedEntry): void {
      const call = callOf(hold, hold.held ?? 0);
      const same = byCall.get(call);
      if (same) same.holds.push(hold);
      else byCall.set(call, { holds: [hold], ended: 0 });
      count += 1;
    },
    /** @returns the hold that an entry ends */
    end(entry: SavedEntry): SavedEntry | undefined {
      const same = byCall.get(callOf(entry, 0 - (entry.held ?? 0))) ?? { holds: [], ended: 0 };
      const hold = same.holds[same.ended];
      if (!hold) return undefined;
      same.ended += 1;
      count -= 1;
      return hold;
    },
  };
}
