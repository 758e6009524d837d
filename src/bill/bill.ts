import { type Static, Type } from '@sinclair/typebox';
import { type CallSite, formatCallSite } from '../core/call-site.ts';
import { type Millicredits, thousandthsOf, toCredits } from '../core/credits.ts';
import { closedAs, nullable } from '../core/schema.ts';
import { CallSiteSchema, type ChainSums, type Report } from '../report/model.ts';
import { compareBy } from '../report/order.ts';

const sums = {
  credits: Type.Number({ minimum: 0 }),
  calls: Type.Integer({ minimum: 0, description: 'Requests.' }),
};

const BilledChain = Type.Object(
  {
    replies: Type.Array(Type.String(), { description: 'In turn: `503/SERVICE_UNAVAILABLE ×2`, `200`.' }),
    chains: Type.Integer({ minimum: 0, description: 'Equal chains.' }),
    requests: Type.Integer({ minimum: 0, description: 'Requests of all equal chains.' }),
    credits: Type.Number({ minimum: 0 }),
  },
  closedAs('BilledChain'),
);

const BilledOperation = Type.Object(
  {
    operation: nullable(Type.String({ description: 'null on unknown paths.' })),
    ...sums,
    chains: Type.Array(BilledChain),
  },
  closedAs('BilledOperation'),
);

const BilledCallSite = Type.Object(
  { callSite: nullable(CallSiteSchema), ...sums, operations: Type.Array(BilledOperation) },
  closedAs('BilledCallSite'),
);

const BilledTest = Type.Object(
  { test: nullable(Type.String()), ...sums, callSites: Type.Array(BilledCallSite) },
  closedAs('BilledTest'),
);

/** A tree of what a run paid: test, call site, operation, chain of retries. The dearest first; every credit once. */
export const Bill = Type.Object(
  {
    version: Type.String({ description: 'The version of the sandbox.' }),
    ...sums,
    tests: Type.Array(BilledTest),
  },
  closedAs('Bill'),
);
export type Bill = Static<typeof Bill>;

type Rows = readonly ChainSums[];

export function billOf({ version, receipt: { byChain } }: Report): Bill {
  const tests = grouped(byChain, ({ test }) => test ?? null, String).map(([test, rows]) => ({
    test,
    ...sumsOfRows(rows),
    callSites: grouped(rows, ({ callSite }) => callSite ?? null, siteKey).map(([callSite, ofSite]) => ({
      callSite,
      ...sumsOfRows(ofSite),
      operations: grouped(ofSite, ({ operation }) => operation, String).map(([operation, ofOperation]) => ({
        operation,
        ...sumsOfRows(ofOperation),
        chains: ofOperation.toSorted(byCost(({ replies }) => replies.join(' '))).map(chainOf),
      })),
    })),
  }));
  return { version, ...sumsOfRows(byChain), tests };
}

const siteKey = (callSite: CallSite | null): string => (callSite ? formatCallSite(callSite) : '');

const chainOf = ({ replies, chains, calls, credits }: ChainSums): Static<typeof BilledChain> => ({
  replies: [...replies],
  chains,
  requests: calls,
  credits,
});

/** Rows by what they have in common, the dearest group first. */
function grouped<Key>(
  rows: Rows,
  keyOf: (row: ChainSums) => Key,
  nameOf: (key: Key) => string,
): (readonly [key: Key, rows: Rows])[] {
  const groups = Map.groupBy(rows, (row) => nameOf(keyOf(row)));
  return [...groups]
    .map(([name, same]) => ({ name, same, ...sumsOfRows(same) }))
    .sort(byCost(({ name }) => name))
    .map(({ same }) => [keyOf(same[0] as ChainSums), same] as const);
}

const byCost =
  <T extends { credits: number; calls: number }>(name: (row: T) => string) =>
  (a: T, b: T): number =>
    b.credits - a.credits || b.calls - a.calls || compareBy(name)(a, b);

function sumsOfRows(rows: Rows): { credits: number; calls: number } {
  const credits = rows.reduce<Millicredits>((sum, row) => sum + thousandthsOf(row.credits), 0);
  return { credits: toCredits(credits), calls: rows.reduce((sum, { calls }) => sum + calls, 0) };
}
