import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { RefusalKind } from '../../src/core/errors.ts';
import { Refusal } from '../../src/core/errors.ts';
import { inTransaction, type JobQueue } from '../../src/ledger/job.ts';
import type {
  Caller,
  Charge,
  Entry,
  Ledger,
  Submission,
  Submitted,
  UsageDay,
} from '../../src/ledger/ledger.ts';
import { type LedgerOptions, openLedger, openSharedLedger } from '../../src/ledger/open.ts';
import { newFolder } from '../new-folder.ts';
import { newSchema } from '../postgres/schemas.ts';

/** 2026-03-01 00:00 UTC. */
export const startAt = Date.UTC(2026, 2, 1);

export const credits = (amount: number): number => Math.round(amount * 1000);

/** Where ledgers are stored that the test gives no folder. */
let place: 'memory' | 'disk' | 'database' = 'memory';

/** Runs the tests over each store; in the project of the database over PostgreSQL. */
export function overEachStore(tests: () => void): void {
  const places =
    process.env['LEDGER'] === 'postgres' ? (['database'] as const) : (['memory', 'disk'] as const);
  describe.each(places)('ledger in %s', (of) => {
    beforeAll(() => {
      place = of;
    });
    afterAll(() => {
      place = 'memory';
    });
    tests();
  });
}

/** How often a property is tried: opening a file or a schema takes longer. */
export const runs = (inMemory: number): number =>
  Math.ceil(inMemory / { memory: 1, disk: 6, database: 20 }[place]);

export const settings = (options: Partial<LedgerOptions> = {}): LedgerOptions => {
  let ids = 0;
  return { keys: {}, now: startAt, newId: () => `secret-${++ids}`, warn: () => {}, ...options };
};

/** A ledger that is closed when the test ends. */
export async function ledgerOf(options: Partial<LedgerOptions> = {}): Promise<Ledger> {
  const { folder = place === 'disk' ? newFolder() : undefined, ...rest } = options;
  const ledger =
    place === 'database'
      ? await openSharedLedger(schemaFor(folder), {}, settings(rest))
      : openLedger(settings({ ...(folder !== undefined && { folder }), ...rest }));
  onTestFinished(() => ledger.close().catch(() => {}));
  return ledger;
}

/** A folder means that a later ledger of the test finds what this one wrote. */
function schemaFor(folder: string | undefined): string {
  if (folder === undefined) return newSchema();
  const known = schemas.get(folder) ?? newSchema();
  schemas.set(folder, known);
  return known;
}

const schemas = new Map<string, string>();

/** The caller behind a key; undefined when it is not recognised. */
export const identify = (ledger: JobQueue, key: string, now = startAt): Promise<Caller | undefined> =>
  inTransaction(ledger, { secret: key }, (tx) => tx.identify(key, now));

export async function callerOf(ledger: JobQueue, key: string, now = startAt): Promise<Caller> {
  const caller = await identify(ledger, key, now);
  if (!caller) throw new Error('the key is not recognised');
  return caller;
}

export const afford = (ledger: JobQueue, caller: Caller, estimate: number, now: number): Promise<void> =>
  inTransaction(ledger, { id: caller.id }, (tx) => tx.afford(caller, estimate, now));

export const submit = (ledger: JobQueue, caller: Caller, submission: Submission): Promise<Submitted> =>
  inTransaction(ledger, { id: caller.id, readsCalls: true }, (tx) => tx.submit(caller, submission));

export const usageOf = (ledger: JobQueue, caller: Caller, from: number, to: number): Promise<UsageDay[]> =>
  inTransaction(ledger, { id: caller.id, readsCalls: true }, (tx) => tx.usage(caller, from, to));

export const call = (amount: number, now = startAt, operation = 'clip/profile'): Charge => ({
  operation,
  credits: credits(amount),
  traceId: '0123456789abcdef0123456789abcdef',
  now,
});

/** The refusal that a promise is rejected with. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ kind: RefusalKind; required?: number; available?: number }> {
  const error = await promise.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error;
  return { kind: error.kind, ...error.shortfall };
}

export async function allEntries(ledger: Ledger, caller: Pick<Caller, 'id'>): Promise<Entry[]> {
  return ledger.entries(caller, 0, Number.MAX_SAFE_INTEGER);
}

async function sumOfEntries(ledger: Ledger, caller: Caller) {
  const entries = await allEntries(ledger, caller);
  const sum = (part: 'plan' | 'purchased' | 'held') =>
    entries.reduce((total, entry) => total + entry[part], 0);
  return { plan: sum('plan'), purchased: sum('purchased'), held: sum('held'), last: entries.at(-1)?.balance };
}

/** The entries of an account sum to its balance. */
export async function assertBalanced(
  expect: (value: unknown) => { toEqual(expected: unknown): void },
  ledger: Ledger,
  caller: Caller,
  now: number,
): Promise<void> {
  const { plan, planUsed, purchased, held } = await ledger.balance(caller, now);
  expect(await sumOfEntries(ledger, caller)).toEqual({
    plan: plan - planUsed,
    purchased,
    held,
    last: plan - planUsed + purchased,
  });
}
