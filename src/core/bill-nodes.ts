import { type CallSite, formatCallSite } from './call-site.ts';
import type { FlameNode } from './flame-boxes.ts';

interface Paid {
  readonly credits: number;
  readonly calls: number;
}

/** The bill of a run, as the admin surface shows it. */
export interface PaidTree extends Paid {
  readonly tests: readonly (Paid & {
    readonly test: string | null;
    readonly callSites: readonly (Paid & {
      readonly callSite: CallSite | null;
      readonly operations: readonly PaidOperation[];
    })[];
  })[];
}

interface PaidOperation extends Paid {
  readonly operation: string | null;
  readonly chains: readonly {
    readonly replies: readonly string[];
    readonly chains: number;
    readonly requests: number;
    readonly credits: number;
  }[];
}

/** A node of a bill as it is shown. */
export interface BillNode extends FlameNode {
  readonly calls: number;
  readonly parts: readonly BillNode[];
}

/** The tree as it is shown: without the tests, or the call sites, where none is known. */
export function billNodes({ credits, calls, tests }: PaidTree): BillNode {
  const hasTests = tests.some(({ test }) => test !== null);
  const hasSites = tests.some(({ callSites }) => callSites.some(({ callSite }) => callSite !== null));
  const parts = tests.flatMap(({ test, callSites, ...ofTest }) => {
    const sites = callSites.flatMap(({ callSite, operations, ...ofSite }) => {
      const nodes = operations.map(operationNode);
      const name = callSite ? formatCallSite(callSite) : 'no line known';
      return hasSites ? [{ name, ...ofSite, parts: nodes }] : nodes;
    });
    return hasTests ? [{ name: test ?? 'no test named', ...ofTest, parts: sites }] : sites;
  });
  return { name: 'the run', credits, calls, parts };
}

const operationNode = ({ operation, chains, credits, calls }: PaidOperation): BillNode => ({
  name: operation ?? 'unknown paths',
  credits,
  calls,
  parts: chains.map((each) => ({
    name: chainName(each),
    credits: each.credits,
    calls: each.requests,
    parts: [],
  })),
});

/** Equal chains in words: `2 × 503/SERVICE_UNAVAILABLE, then 200`. */
export const chainName = ({
  replies,
  chains: equal,
}: Pick<PaidOperation['chains'][number], 'replies' | 'chains'>): string =>
  `${equal === 1 ? '' : `${equal} × `}${replies.join(', then ') || 'a stream charged later'}`;
