import { escaped } from '../../core/html.ts';
import type { Report } from '../model.ts';
import { headLine } from './parts.ts';

/** The gates as tests of JUnit. */
export function junit(report: Report): string {
  const { coverage, gates } = report;
  const failures = gates.filter(({ holds }) => !holds).length;
  const properties = {
    'coverage.met': coverage.met,
    'coverage.total': coverage.total,
    'coverage.called.met': coverage.called.met,
    'coverage.called.total': coverage.called.total,
    credits: report.receipt.credits,
    calls: report.receipt.calls,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="creator-sandbox" tests="${gates.length}" failures="${failures}">`,
    `  <testsuite name="gates" tests="${gates.length}" failures="${failures}" errors="0" skipped="0">`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property name="${name}" value="${value}"/>`),
    '    </properties>',
    ...gates.map(({ gate, wanted, found, holds, advice = '' }) => {
      const test = `    <testcase classname="creator-sandbox" name="${text(`${gate}: ${wanted}`)}"`;
      return holds
        ? `${test}/>`
        : `${test}>\n      <failure message="${text(found)}">${text(advice)}</failure>\n    </testcase>`;
    }),
    `    <system-out>${text(headLine(report))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML has no place for control characters, not even as entities. */
const text = (given: string): string => escaped([...given].filter((each) => each >= ' ').join(''));
