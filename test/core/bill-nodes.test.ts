import { expect, it } from 'vitest';
import { type BillNode, billNodes, type PaidTree } from '../../src/core/bill-nodes.ts';

const chain = (chains: number, ...replies: string[]) => ({ replies, chains, requests: 3, credits: 2 });
const paid = { credits: 4, calls: 6 };
const operations = [
  { ...paid, operation: 'clip/profile', chains: [chain(1, '503', '200'), chain(2, '200')] },
  { ...paid, operation: null, chains: [chain(1)] },
];
const callSite = { file: 'src/a.ts', line: 4 };
const treeOf = (tests: PaidTree['tests']): PaidTree => ({ ...paid, tests });

/** The names of the nodes, each below its own, with credits and calls. */
const lines = ({ name, credits, calls, parts }: BillNode, depth = 0): string[] => [
  `${'  '.repeat(depth)}${name} ${credits} ${calls}`,
  ...parts.flatMap((part) => lines(part, depth + 1)),
];
const operationLines = (depth: number) =>
  [
    'clip/profile 4 6',
    '  503, then 200 2 3',
    '  2 × 200 2 3',
    'unknown paths 4 6',
    '  a stream charged later 2 3',
  ].map((line) => `${'  '.repeat(depth)}${line}`);

it('a bill has the tests and the lines of code that are known, and what they called', () => {
  const known = { ...paid, test: 'a test', callSites: [{ ...paid, callSite, operations }] };
  const unknown = { ...paid, test: null, callSites: [{ ...paid, callSite: null, operations }] };
  expect(lines(billNodes(treeOf([known, unknown])))).toEqual([
    'the run 4 6',
    '  a test 4 6',
    '    src/a.ts:4 4 6',
    ...operationLines(3),
    '  no test named 4 6',
    '    no line known 4 6',
    ...operationLines(3),
  ]);
  expect(lines(billNodes(treeOf([unknown])))).toEqual(['the run 4 6', ...operationLines(1)]);
  expect(lines(billNodes(treeOf([{ ...unknown, test: 'a test' }])))).toEqual([
    'the run 4 6',
    '  a test 4 6',
    ...operationLines(2),
  ]);
  expect(lines(billNodes(treeOf([{ ...known, test: null }])))).toEqual([
    'the run 4 6',
    '  src/a.ts:4 4 6',
    ...operationLines(2),
  ]);
});
