import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { keyIdOf } from '../../../src/core/keys/digest.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerSettings } from '../../../src/ledger/ledger-on.ts';
import { type Act, acts, replyOf, type Subject } from './acts.ts';
import { createSmallModel, cycleMs, type KeyName, limit, secrets, startAt, terms } from './model.ts';

/** The settings of a ledger that is explored. */
export const smallSettings: LedgerSettings = {
  keys: { [secrets.preset]: terms },
  now: startAt,
  cycleMs,
  newId: () => 'never-asked',
  warn: () => {},
};

export interface Explored {
  states: number;
  transitions: number;
  /** Where ledger and model differ first: no shorter sequence does. */
  failure?: { acts: string[]; expected: unknown; found: unknown };
}

const nameOf = new Map(Object.entries(secrets).map(([name, secret]) => [keyIdOf(secret), name as KeyName]));

/**
 * Tries all sequences of acts up to a length, the shorter ones first. A sequence that leads to a known state is not
 * continued. After each act ledger and model must agree on the reply and on everything that the admin surface shows.
 */
export async function explore(ledger: Ledger, depth: number): Promise<Explored> {
  const account = (await ledger.keys.find(secrets.preset, startAt))?.account ?? '';
  const known = new Set<string>();
  let transitions = 0;
  let paths: (readonly Act[])[] = [[]];
  for (let length = 1; length <= depth; length++) {
    const longer: (readonly Act[])[] = [];
    for (const path of paths)
      for (const act of acts) {
        const sequence = [...path, act];
        const outcome = await attempt(ledger, account, sequence);
        if (!outcome) continue;
        transitions += 1;
        if ('failure' in outcome) return { states: known.size, transitions, failure: outcome.failure };
        if (known.has(outcome.state)) continue;
        known.add(outcome.state);
        longer.push(sequence);
      }
    paths = longer;
  }
  return { states: known.size, transitions };
}

/** @returns undefined if the last act cannot happen */
async function attempt(
  ledger: Ledger,
  account: string,
  sequence: readonly Act[],
): Promise<{ state: string } | Pick<Required<Explored>, 'failure'> | undefined> {
  const model = createSmallModel();
  const subject: Subject = { ledger, holds: [] };
  const last = sequence.at(-1);
  const before = sequence.slice(0, -1).map((act) => ({ act, now: model.now(), result: act.expect(model) }));
  if (last?.isPossible && !last.isPossible(model)) return undefined;
  const ready = [ledger.reset(startAt), ledger.keys.create({ key: secrets.joined, account, limit }, startAt)];
  await Promise.all(ready);
  // They were compared when they were the last ones.
  for (const { act, now } of before) await replyOf(act.take(subject, now));
  const expected = last?.expect(model);
  const found = await replyOf(last?.take(subject, model.now()) ?? Promise.resolve());
  const failed = (should: unknown, is: unknown) => ({
    failure: { acts: sequence.map(({ name }) => name), expected: should, found: is },
  });
  if (!isDeepStrictEqual(found, expected)) return failed(expected, found);
  const state = await stateOf(ledger, model);
  const [should, is] = [model.shown(), await shownBy(ledger, model.now())];
  return isDeepStrictEqual(is, should) ? { state } : failed(should, is);
}

/** A hash of what decides about the future: without entries and usage, and with instants as seen from now. */
async function stateOf(ledger: Ledger, model: ReturnType<typeof createSmallModel>): Promise<string> {
  const { accounts, keys } = await ledger.save();
  const now = model.now();
  const state = {
    accounts: accounts.map(({ entries: _, anchorAt, renewsAt, ...rest }) => ({
      ...rest,
      isUsed: anchorAt !== null,
      // However long ago it was due, one renewal makes the plan whole.
      renewsIn: renewsAt === null ? null : Math.max(0, renewsAt - now),
    })),
    keys: keys.map(({ usage: _, ...rest }) => rest),
    holds: model.holdsInOrder(),
  };
  return createHash('sha1').update(JSON.stringify(state)).digest('base64');
}

/** What the ledger shows of each key; its entries sum to its balance, its usage to what it spent. */
export async function shownBy(ledger: Ledger, now: number): Promise<unknown> {
  const listed = await ledger.keys.list(now, 0, 100);
  const usageOf = new Map((await ledger.save()).keys.map(({ id, usage }) => [id, usage]));
  const shown = await Promise.all(
    listed.map(async (key) => {
      const { id, plan, used, purchased, held, available, renewsAt, limit: of, spent } = key;
      const entries = await ledger.entries({ id }, 0, 10_000);
      const sums = { plan: 0, purchased: 0, held: 0 };
      for (const entry of entries)
        for (const part of ['plan', 'purchased', 'held'] as const) sums[part] += entry[part];
      const usage = usageOf.get(id) ?? [];
      const isRight =
        isDeepStrictEqual(sums, { plan: plan - used, purchased, held }) &&
        usage.reduce((sum, { credits }) => sum + credits, 0) === spent;
      const renewsIn = renewsAt === null ? null : renewsAt - now;
      const calls = usage.reduce((sum, { requests }) => sum + requests, 0);
      const state = { plan, used, purchased, held, available, renewsIn, limit: of, spent, calls };
      return [nameOf.get(id) ?? id, isRight ? state : { ...state, sums, usage }] as const;
    }),
  );
  return Object.fromEntries(shown.toSorted());
}
