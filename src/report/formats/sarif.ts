import { lintRules, lints } from '../lints.ts';
import type { Report } from '../model.ts';

/** The lints as SARIF 2.1.0. */
export function sarif(report: Report): string {
  const { version, coverage } = report;
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'creator-sandbox',
            version,
            rules: lintRules.map((id) => ({
              id,
              shortDescription: { text: lints[id].sentence },
              defaultConfiguration: { level: lints[id].severity },
            })),
          },
        },
        results: report.lints.map(({ rule, severity, sentence, requests, count, ignored }) => ({
          ruleId: rule,
          ruleIndex: lintRules.indexOf(rule),
          level: severity,
          occurrenceCount: count,
          message: { text: `${sentence} Requests ${requests.join(', ')} of the journal.` },
          locations: [
            { logicalLocations: requests.map((id) => ({ name: `request ${id}`, kind: 'object' })) },
          ],
          ...(ignored !== undefined && {
            suppressions: [{ kind: 'external', justification: ignored }],
          }),
        })),
        properties: {
          coverage: { met: coverage.met, total: coverage.total, called: coverage.called },
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
