import { describe, expect, it } from 'vitest';
import { type Findings, writtenFindings } from '../../../src/report/formats/findings.ts';
import { elements } from '../../../src/trials/mutation/report/elements.ts';
import { trimFindings } from '../../../src/trials/mutation/report/fewer-fields.ts';
import { mutationFindings } from '../../../src/trials/mutation/report/findings.ts';
import type { JudgedMutant } from '../../../src/trials/mutation/report/model.ts';
import { variationFindings } from '../../../src/trials/mutation/report/variations.ts';
import { sarifErrors } from '../../report/sarif-schema.ts';

const mutant = {
  operation: 'clip/profile',
  changes: 'a list is empty',
  client: 'show "none" & go on',
  ms: 1500,
};
const mutants: JudgedMutant[] = [
  { ...mutant, id: 'a', rule: 'field-missing', status: 'killed' },
  {
    ...mutant,
    id: 'b',
    rule: 'list-empty',
    place: '/data/tags',
    status: 'survived',
    example: '["<a>"] → []',
  },
  { ...mutant, id: 'c', rule: 'list-short', status: 'notReached', ms: 0 },
  { ...mutant, id: 'd', rule: 'reply-late', status: 'timeout' },
  {
    ...mutant,
    id: 'e',
    rule: 'page-skips',
    status: 'equivalent',
    reason: 'no reply became another one',
    ms: 0,
  },
];
const clean = { ms: 1, operations: [] };
const report = {
  ...{ version: '1.2.3', command: 'npm test', score: 66.6, complete: true, left: 0, clean, mutants },
};
const findings = mutationFindings(report, 70);
const runs = variationFindings(
  {
    version: '1.2.3',
    command: 'npm test',
    runs: [
      { seed: 1, passed: true },
      { seed: 2, passed: false, decision: 'key-order' },
      { seed: 3, passed: false },
      { seed: 4, passed: false, decision: 'key-order', decisions: ['key-order', 'null-values'] },
    ],
  },
  (decision) => `Usually ${decision}.`,
);
const site = { operation: 'clip/profile', calls: 2, before: 4 };
const sites = trimFindings({
  version: '1.2.3',
  command: 'npm test',
  runs: 9,
  credits: 17,
  creditsWithFields: 13.2,
  sites: [
    { ...site, parameters: 'uniqueId', fields: ['country'], after: 0.2 },
    { ...site, parameters: 'fields, uniqueId', fields: null, after: 4 },
  ],
});

const ctrfOf = (findings: Findings) => JSON.parse(writtenFindings(findings, 'ctrf')).results;
const sarifOf = (findings: Findings) => {
  const log = writtenFindings(findings, 'sarif');
  expect(sarifErrors(log)).toEqual([]);
  return JSON.parse(log).runs[0];
};

describe('the findings of mutate', () => {
  it('are tests of JUnit: a survivor has failed, a mutant without a verdict is skipped', () => {
    expect(
      writtenFindings(findings, 'junit', { since: Date.UTC(2026, 0, 1), clock: 'real' }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="creator-sandbox" tests="5" failures="1" time="4.5">
  <testsuite name="mutants" tests="5" failures="1" errors="0" skipped="2" time="4.5" timestamp="2026-01-01T00:00:00" hostname="creator-sandbox">
    <properties>
      <property name="score" value="66.6"/>
    </properties>
    <testcase classname="creator-sandbox.clip/profile" name="field-missing" time="1.5"/>
    <testcase classname="creator-sandbox.clip/profile" name="list-empty /data/tags" time="1.5">
      <failure message="no test noticed [&quot;&lt;a&gt;&quot;] → []">A client should show &quot;none&quot; &amp; go on.</failure>
    </testcase>
    <testcase classname="creator-sandbox.clip/profile" name="list-short" time="0">
      <skipped message="the tests get no reply that it is about"/>
    </testcase>
    <testcase classname="creator-sandbox.clip/profile" name="reply-late" time="1.5"/>
    <testcase classname="creator-sandbox.clip/profile" name="page-skips" time="0">
      <skipped message="no reply became another one"/>
    </testcase>
    <system-out>Score 66.6 %: the tests noticed 2 of 3 mutants. Wanted: at least 70 %.</system-out>
  </testsuite>
</testsuites>
`);
  });

  it('are tests of CTRF', () => {
    const { summary, tests, tool, extra } = ctrfOf(findings);
    expect([tool, extra]).toEqual([{ name: 'creator-sandbox', version: '1.2.3' }, { score: 66.6 }]);
    expect(summary).toEqual({
      ...{ tests: 5, passed: 2, failed: 1, pending: 0, skipped: 2, other: 0 },
      ...{ start: 0, stop: 0 },
    });
    expect(tests[1]).toEqual({
      name: 'list-empty /data/tags',
      status: 'failed',
      duration: 1500,
      suite: ['clip/profile'],
      message: 'no test noticed ["<a>"] → []. A client should show "none" & go on.',
    });
  });

  it('take no time under a frozen clock, so that equal runs are equal', () => {
    const times = writtenFindings(findings, 'junit', { clock: 'frozen' }).match(/\btime="[^"]*"/g);
    expect(new Set(times)).toEqual(new Set(['time="0"']));
  });

  it('are results of SARIF: the survivors', () => {
    const { tool, results, properties } = sarifOf(findings);
    expect(properties).toEqual({ score: 66.6 });
    expect(results).toEqual([
      {
        ruleId: 'list-empty',
        ruleIndex: expect.any(Number),
        level: 'warning',
        occurrenceCount: 1,
        message: {
          text: 'clip/profile: no test noticed ["<a>"] → []. A client should show "none" & go on.',
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'sandbox.config.json' },
              region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
            },
            logicalLocations: [{ name: 'clip/profile /data/tags', kind: 'object' }],
          },
        ],
        partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) },
      },
    ]);
    expect(tool.driver.rules[results[0].ruleIndex].id).toBe('list-empty');
  });
});

describe('the report for viewers of mutation tests', () => {
  it('has a file for each operation, whose lines are the places of its mutants', () => {
    const { files, ...rest } = JSON.parse(elements(report));
    expect(rest).toEqual({
      schemaVersion: '2',
      framework: { name: 'creator-sandbox', version: '1.2.3' },
      thresholds: { low: 60, high: 80 },
    });
    const { source, mutants: shown } = files['clip/profile'];
    expect(source).toBe('# clip/profile\ndata\ndata/data/tags\nreply: reply-late\nreply: page-skips\n');
    const lineOf = (line: number, end: number) => ({
      start: { line, column: 1 },
      end: { line, column: end },
    });
    expect(shown[1]).toEqual({
      ...{
        id: 'b',
        mutatorName: 'list-empty',
        replacement: '["<a>"] → []',
        status: 'Survived',
        duration: 1500,
      },
      description: 'a list is empty. A client should show "none" & go on.',
      location: lineOf(3, 15),
    });
    expect(shown[4]).toMatchObject({ statusReason: 'no reply became another one', location: lineOf(5, 18) });
    expect(shown.map(({ status }: { status: string }) => status)).toEqual([
      ...['Killed', 'Survived', 'NoCoverage', 'Timeout', 'Ignored'],
    ]);
  });

  it('is green from the least score on, where that is high', () => {
    const thresholds = (min: number) => JSON.parse(elements(report, min)).thresholds;
    expect([thresholds(70), thresholds(90)]).toEqual([
      { low: 70, high: 80 },
      { low: 90, high: 90 },
    ]);
  });
});

describe('the findings of vary', () => {
  it('are tests: a run fails with the decisions on which it failed', () => {
    expect(ctrfOf(runs).tests).toMatchObject([
      { name: 'seed 1', status: 'passed' },
      { name: 'seed 2', status: 'failed', message: 'failed on key-order. Usually key-order.' },
      { name: 'seed 3', message: 'failed, but also without variations: the tests are flaky' },
      {
        name: 'seed 4',
        message: 'failed on key-order and null-values. Usually key-order. Usually null-values.',
      },
    ]);
    expect(writtenFindings(runs, 'junit')).toContain('tests="4" failures="3"');
  });

  it('are results: the decisions that the tests rely on', () => {
    const { results } = sarifOf(runs);
    expect(
      results.map((each: { ruleId: string; occurrenceCount: number }) => [each.ruleId, each.occurrenceCount]),
    ).toEqual([
      ['key-order', 2],
      ['null-values', 1],
    ]);
    expect(results[0].message.text).toBe(
      'The tests rely on key-order, which the contract leaves open. Runs with the seeds 2, 4 failed.',
    );
  });
});

describe('the findings of trim', () => {
  it('are notes, and no test fails by them', () => {
    const { results, tool } = sarifOf(sites);
    expect(tool.driver.rules).toHaveLength(1);
    expect(results).toMatchObject([
      {
        level: 'note',
        message: {
          text: 'clip/profile by uniqueId: the tests pass with fields ["country"], for 0.2 instead of 4 credits.',
        },
      },
    ]);
    expect(ctrfOf(sites).summary).toMatchObject({ tests: 2, passed: 2 });
    expect(ctrfOf(sites).extra).toEqual({ before: 8, after: 4.2 });
  });
});
