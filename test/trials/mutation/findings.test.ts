import { expect, it } from 'vitest';
import { type Findings, writtenFindings } from '../../../src/report/formats/findings.ts';
import { outlineText } from '../../../src/report/formats/outline.ts';
import { elements } from '../../../src/trials/mutation/report/elements.ts';
import { type TrimmedSite, trimFindings } from '../../../src/trials/mutation/report/fewer-fields.ts';
import { mutationFindings } from '../../../src/trials/mutation/report/findings.ts';
import { type JudgedMutant, scoreOf } from '../../../src/trials/mutation/report/model.ts';
import { sentenceOf, variationFindings } from '../../../src/trials/mutation/report/variations.ts';
import { sarifErrors } from '../../report/sarif-schema.ts';

const mutant = {
  operation: 'clip/profile',
  changes: 'a list is empty',
  client: 'show "none" & go on',
  ms: 1500,
};
const place = { place: '/data/tags', example: '["<a>"] → []' };
const reason = 'no reply became another one';
const mutants: JudgedMutant[] = [
  { ...mutant, id: 'a', rule: 'field-missing', status: 'killed' },
  { ...mutant, id: 'b', rule: 'list-empty', ...place, status: 'survived' },
  { ...mutant, id: 'c', rule: 'list-short', status: 'notReached', ms: 0 },
  { ...mutant, id: 'd', rule: 'reply-late', status: 'timeout', example: 'it is late' },
  { ...mutant, id: 'e', rule: 'page-skips', status: 'equivalent', reason, ms: 0 },
  { ...mutant, id: 'f', rule: 'status-wrong', status: 'survived' },
  { ...mutant, id: 'g', operation: 'nls', rule: 'list-empty', ...place, status: 'notReached', failed: true },
];
const clean = { ms: 1, operations: [] };
const about = { version: '1.2.3', command: 'npm test', complete: true, left: 0, clean };
const whole = { ...about, score: 66.6, mutants };
const idle = { ...about, score: null, mutants: mutants.slice(2, 3) };

const varied = {
  version: '1.2.3',
  command: 'npm test',
  runs: [
    { seed: 1, passed: true },
    { seed: 2, passed: false, decision: 'key-order' },
    { seed: 3, passed: false },
    { seed: 4, passed: false, decision: 'key-order', decisions: ['key-order', 'null-values'] },
  ],
};
const usually = (decision: string): string => `Usually ${decision}.`;

const site = { operation: 'clip/profile', parameters: 'uniqueId', calls: 2, before: 4 };
const trimmed = { version: '1.2.3', command: 'npm test', runs: 9, credits: 17, creditsWithFields: 13.2 };
const unnamed: TrimmedSite[] = [
  { ...site, fields: ['country'], after: 0.2 },
  { ...site, parameters: 'fields, uniqueId', fields: null, after: 4 },
];
const callSite = { file: 'src/client.ts', line: 41, column: 12, function: 'fetchProfile' };

const all: Readonly<Record<string, Findings>> = {
  mutate: mutationFindings(whole, 70),
  'mutate with some left': mutationFindings({ ...idle, left: 1 }, undefined),
  'mutate with more left': mutationFindings({ ...idle, left: 2 }, undefined),
  vary: variationFindings(varied, usually),
  'vary without a flaky run': variationFindings({ ...varied, runs: varied.runs.slice(0, 2) }, usually),
  trim: trimFindings({ ...trimmed, sites: unnamed }),
  'trim with lines': trimFindings({
    ...trimmed,
    sites: [
      { ...site, fields: ['country'], after: 0.2, callSite },
      { ...site, fields: { recentVideos: 2 }, after: 1, callSite: { file: 'further', line: 0 } },
      { ...site, fields: null, after: 4 },
    ],
  }),
  'trim without a saving': trimFindings({ ...trimmed, creditsWithFields: 17, sites: unnamed.slice(1) }),
};

it('the findings of mutate, vary and trim say what was found, in every format', async () => {
  const texts = Object.entries(all).map(([name, findings]) => {
    const { outline, tests, problems } = findings;
    expect(sarifErrors(writtenFindings(findings, 'sarif'))).toEqual([]);
    const { tests: eachTest, ...ofAll } = tests;
    const [rule] = problems.rules;
    // The terminal does not show all columns.
    const cut = outline.tables.flatMap(({ textColumns, rows }) => (textColumns === undefined ? [] : rows));
    const lines = [...cut, ofAll, ...eachTest, rule, ...problems.problems, problems.figures];
    return [
      ...[`# ${name}`, outlineText(outline)],
      lines.map((each) => JSON.stringify(each)).join('\n'),
    ].join('\n');
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('findings.txt');
});

it('a run of vary in words', () => {
  expect(varied.runs.map(sentenceOf)).toEqual([
    'passed',
    'failed on key-order',
    'failed, but also without variations: the tests are flaky',
    'failed on key-order and null-values',
  ]);
});

it('take no time under a frozen clock, so that equal runs are equal', () => {
  const junit = (clock: 'frozen' | 'real') => writtenFindings(all['mutate'] as Findings, 'junit', { clock });
  expect(new Set(junit('frozen').match(/\btime="[^"]*"/g))).toEqual(new Set(['time="0"']));
  expect(junit('real')).toContain(
    '<failure message="no test noticed [&quot;&lt;a&gt;&quot;] → []">A client should show &quot;none&quot; &amp; go on.</failure>',
  );
});

it('a score is rounded down, and there is none of nothing', () => {
  const scored = (noticed: number, survived: number) =>
    scoreOf([...Array(noticed).fill({ status: 'killed' }), ...Array(survived).fill({ status: 'survived' })]);
  expect([scored(1999, 1), scored(2, 1), scored(0, 1), scored(1, 0), scored(0, 0)]).toEqual([
    ...[99.9, 66.6, 0, 100, null],
  ]);
});

it('the report for viewers of mutation tests has a file for each operation, whose lines are places', async () => {
  expect(elements(whole)).toMatch(/^\{\n {2}"schemaVersion"/);
  const { files, ...rest } = JSON.parse(elements(whole));
  expect(rest).toEqual({
    schemaVersion: '2',
    framework: { name: 'creator-sandbox', version: '1.2.3' },
    thresholds: { low: 60, high: 80 },
  });
  const texts = Object.values<{ source: string; language: string; mutants: object[] }>(files).map((file) =>
    [file.language, file.source, ...file.mutants.map((each) => JSON.stringify(each))].join('\n'),
  );
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('elements.txt');
  const thresholds = (min: number) => JSON.parse(elements(whole, min)).thresholds;
  // Green from the least score on, where that is high.
  expect([thresholds(70), thresholds(90)]).toEqual([
    { low: 70, high: 80 },
    { low: 90, high: 90 },
  ]);
});
