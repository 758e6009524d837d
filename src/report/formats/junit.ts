import { escaped } from '../../core/html.ts';
import { isObject } from '../../core/values.ts';
import type { Test, TestRun } from './tests.ts';

/** Tests as JUnit XML: a test that is pending or skipped is skipped. */
export function junit({ name, head, tests, figures }: TestRun): string {
  const failures = tests.filter(({ status }) => status === 'failed').length;
  const skipped = tests.filter(isSkipped).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="creator-sandbox" tests="${tests.length}" failures="${failures}">`,
    `  <testsuite name="${xmlText(name)}" tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
    '    <properties>',
    ...flattened(figures).map(
      ([key, value]) => `      <property name="${xmlText(key)}" value="${xmlText(String(value))}"/>`,
    ),
    '    </properties>',
    ...tests.map(testCase),
    `    <system-out>${xmlText(head)}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(test: Test): string {
  const { suite, name, status, ms, message = '', advice = '', requests = [] } = test;
  const classname = ['creator-sandbox', ...suite].join('.');
  const start = `    <testcase classname="${xmlText(classname)}" name="${xmlText(name)}" time="${ms / 1000}"`;
  if (status === 'passed') return `${start}/>`;
  const reason = isSkipped(test)
    ? `<skipped message="${xmlText(message)}"/>`
    : `<failure message="${xmlText(message)}">${[advice, ...requests].map(xmlText).join('\n')}</failure>`;
  return `${start}>\n      ${reason}\n    </testcase>`;
}

const isSkipped = ({ status }: Test): boolean => status === 'pending' || status === 'skipped';

/** The values of nested objects, by their path: `coverage.met`. */
const flattened = (figures: object, path = ''): [string, unknown][] =>
  Object.entries(figures).flatMap(([key, value]) =>
    isObject(value) ? flattened(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );

/** Leaves out what XML cannot hold even as an entity: control characters, lone surrogates, U+FFFE and U+FFFF. */
const xmlText = (given: string): string =>
  escaped([...given.toWellFormed()].filter((each) => each >= ' ' && !/[\ufffe\uffff]/.test(each)).join(''));
