import { type BillNode, chainName, type PaidTree } from '../../src/core/bill-nodes.ts';
import { formatCallSite } from '../../src/core/call-site.ts';

/** The first division of the bill. */
export type BillOrder = 'test' | 'line' | 'operation';

const levels: Readonly<Record<BillOrder, readonly BillOrder[]>> = {
  test: ['test', 'line', 'operation'],
  line: ['line', 'test', 'operation'],
  operation: ['operation', 'line', 'test'],
};

interface PaidChain {
  readonly names: Readonly<Record<BillOrder, string>>;
  readonly chain: string;
  readonly calls: number;
  readonly credits: number;
}

const unnamed = { test: 'no test named', line: 'no line known', operation: 'unknown paths' } as const;

/** The bill as a tree, the dearest first. A level of which nothing is known is left out, but not the first. */
export function groupBill(bill: PaidTree, order: BillOrder): BillNode {
  const paid = chainsOf(bill);
  const [first, ...others] = levels[order];
  const known = others.filter((level) => paid.some(({ names }) => names[level] !== unnamed[level]));
  const hasFirst = paid.some(({ names }) => names[order] !== unnamed[order]);
  const parts = nodesOf(paid, hasFirst && first !== undefined ? [first, ...known] : known);
  return { name: 'the run', credits: bill.credits, calls: bill.calls, parts };
}

const chainsOf = ({ tests }: PaidTree): PaidChain[] =>
  tests.flatMap(({ test, callSites }) =>
    callSites.flatMap(({ callSite, operations }) =>
      operations.flatMap(({ operation, chains }) =>
        chains.map((each) => ({
          names: {
            test: test ?? unnamed.test,
            line: callSite ? formatCallSite(callSite) : unnamed.line,
            operation: operation ?? unnamed.operation,
          },
          chain: chainName(each),
          calls: each.requests,
          credits: each.credits,
        })),
      ),
    ),
  );

function nodesOf(paid: readonly PaidChain[], [level, ...deeper]: readonly BillOrder[]): BillNode[] {
  const groups = Map.groupBy(paid, (each) => (level === undefined ? each.chain : each.names[level]));
  return [...groups]
    .map(([name, same]) => ({
      name,
      credits: Math.round(same.reduce((sum, { credits }) => sum + credits * 1000, 0)) / 1000,
      calls: same.reduce((sum, { calls }) => sum + calls, 0),
      parts: level === undefined ? [] : nodesOf(same, deeper),
    }))
    .sort((a, b) => b.credits - a.credits || b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
