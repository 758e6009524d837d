import { expect, it } from 'vitest';
import type { Findings } from '../../../src/report/formats/findings.ts';
import { outlineText } from '../../../src/report/formats/outline.ts';
import { type JudgedMutant, scoreOf } from '../../../src/trials/mutation/judge.ts';
import { mutationFindings } from '../../../src/trials/mutation/report.ts';

const mutant = {
  operation: 'clip/profile',
  changes: 'a list is empty',
  client: 'show "none" & go on',
  ms: 1500,
};
const place = { place: '/data/tags', example: '["<a>"] → []' };
const reason = 'no reply became another one';
const unmet = 'the tests get no reply that it is about';
const mutants: JudgedMutant[] = [
  { ...mutant, id: 'a', rule: 'field-missing', status: 'killed' },
  { ...mutant, id: 'b', rule: 'list-empty', ...place, status: 'survived' },
  { ...mutant, id: 'c', rule: 'list-short', status: 'notReached', reason: unmet, ms: 0 },
  { ...mutant, id: 'd', rule: 'reply-late', status: 'timeout', example: 'it is late' },
  { ...mutant, id: 'e', rule: 'page-skips', status: 'equivalent', reason, ms: 0 },
  { ...mutant, id: 'f', rule: 'status-wrong', status: 'survived' },
  {
    ...mutant,
    id: 'g',
    operation: 'nls',
    rule: 'list-empty',
    ...place,
    status: 'notReached',
    reason: unmet,
    failed: true,
  },
];
const clean = { ms: 1, operations: [] };
const about = { version: '1.2.3', command: 'npm test', complete: true, left: 0, clean };
const whole = { ...about, score: 66.6, mutants };
const idle = { ...about, score: null, mutants: mutants.slice(2, 3) };

const all: Readonly<Record<string, Findings>> = {
  mutate: mutationFindings(whole, 70),
  'mutate with some left': mutationFindings({ ...idle, left: 1 }, undefined),
  'mutate with more left': mutationFindings({ ...idle, left: 2 }, undefined),
};

it('the findings of mutate say what was found, in every format', async () => {
  const texts = Object.entries(all).map(([name, findings]) => {
    const { outline, tests } = findings;
    const { tests: eachTest, ...ofAll } = tests;
    // The terminal does not show all columns.
    const cut = outline.tables.flatMap(({ textColumns, rows }) => (textColumns === undefined ? [] : rows));
    const lines = [...cut, ofAll, ...eachTest];
    return [
      ...[`# ${name}`, outlineText(outline)],
      lines.map((each) => JSON.stringify(each)).join('\n'),
    ].join('\n');
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('findings.txt');
});

it('a score is rounded down, and there is none of nothing', () => {
  const scored = (noticed: number, survived: number) =>
    scoreOf([...Array(noticed).fill({ status: 'killed' }), ...Array(survived).fill({ status: 'survived' })]);
  expect([scored(1999, 1), scored(2, 1), scored(0, 1), scored(1, 0), scored(0, 0)]).toEqual([
    ...[99.9, 66.6, 0, 100, null],
  ]);
});
