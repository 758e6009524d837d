import { escaped } from '../../core/html.ts';
import { isObject } from '../../core/values.ts';
import type { Test, TestRun } from './tests.ts';

/** The clock of the sandboxes of a run. */
export interface RunClock {
  /** The instant at which it began, if it is known. */
  readonly since?: number;
  /** Its mode. */
  readonly clock: string;
}

/**
 * Tests as JUnit XML. Under a frozen clock they take no time, so that equal runs give equal bytes.
 */
export function junit({ name, head, tests, figures }: TestRun, { since, clock }: RunClock): string {
  const secondsOf = (ms: number) => (clock === 'frozen' ? 0 : ms / 1000);
  const time = secondsOf(tests.reduce((sum, { ms }) => sum + ms, 0));
  const begun = since === undefined ? '' : ` timestamp="${new Date(since).toISOString().slice(0, 19)}"`;
  const failures = tests.filter(({ status }) => status === 'failed').length;
  const skipped = tests.filter(isSkipped).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="creator-sandbox" tests="${tests.length}" failures="${failures}" time="${time}">`,
    `  <testsuite name="${xmlText(name)}" tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${time}"${begun} hostname="creator-sandbox">`,
    '    <properties>',
    ...flattened(figures).map(
      ([key, value]) => `      <property name="${xmlText(key)}" value="${xmlText(String(value))}"/>`,
    ),
    '    </properties>',
    ...tests.map((test) => testCase(test, secondsOf(test.ms))),
    `    <system-out>${xmlText(head)}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(test: Test, seconds: number): string {
  const { suite, name, status, message = '', advice = '', requests = [] } = test;
  const classname = ['creator-sandbox', ...suite].join('.');
  const start = `    <testcase classname="${xmlText(classname)}" name="${xmlText(name)}" time="${seconds}"`;
  if (status === 'passed') return `${start}/>`;
  const reason = isSkipped(test)
    ? `<skipped message="${xmlText(message)}"/>`
    : `<failure message="${xmlText(message)}">${[advice, ...requests].map(xmlText).join('\n')}</failure>`;
  return `${start}>\n      ${reason}\n    </testcase>`;
}

const isSkipped = ({ status }: Test): boolean => status === 'skipped';

/** The values of nested objects, by their path: `coverage.met`. */
const flattened = (figures: object, path = ''): [string, unknown][] =>
  Object.entries(figures).flatMap(([key, value]) =>
    isObject(value) ? flattened(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );

/** Leaves out what XML cannot hold even as an entity: control characters, lone surrogates, U+FFFE and U+FFFF. */
const xmlText = (given: string): string =>
  escaped([...given.toWellFormed()].filter((each) => each >= ' ' && !/[\ufffe\uffff]/.test(each)).join(''));
