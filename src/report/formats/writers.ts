import { indentedJson } from '../../core/json-text.ts';
import { clientRuleNames, clientRules } from '../client-rules.ts';
import type { Report } from '../model.ts';
import { ctrf } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { FormatName } from './names.ts';
import { type Problems, sarif } from './sarif.ts';
import type { SourceFiles } from './source-files.ts';
import { gatesAsTests, reportAsTests } from './tests.ts';

/** Writes a report in each format. */
export const writers = {
  json: (report) => indentedJson(report),
  html: htmlReport,
  markdown,
  ctrf: (report) => ctrf(reportAsTests(report)),
  sarif: (report, sources?: SourceFiles) => sarif(clientRulesAsProblems(report), sources),
  junit: (report) => junit(gatesAsTests(report), report),
} as const satisfies Record<FormatName, (report: Report, sources?: SourceFiles) => string>;

/** The client rules that were broken. */
function clientRulesAsProblems({ version, coverage, clientRules: broken }: Report): Problems {
  const { met, total, called } = coverage;
  return {
    version,
    rules: clientRuleNames.map((id) => ({
      id,
      sentence: clientRules[id].sentence,
      help: `${clientRules[id].help} To ignore the rule, name it in \`ignoreRules\` with your reason.`,
      level: clientRules[id].severity,
    })),
    problems: broken.map(({ rule, sentence, callSite, parameters, requests, requestCount, ignored }) => ({
      rule,
      ...(callSite && callSite.line > 0 && { callSite, subject: callSite.function ?? callSite.file }),
      sentence: `${sentence}${parameters ? ` Here: ${parameters.join(', ')}.` : ''}`,
      places: requests.map(({ id }) => `request ${id}`),
      requests,
      count: requestCount,
      ignored,
    })),
    figures: { coverage: { met, total, called } },
  };
}
