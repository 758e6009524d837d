import type { Report } from '../model.ts';
import { ctrf } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { clientRulesAsProblems } from './lints.ts';
import { markdown } from './markdown.ts';
import type { FormatName } from './names.ts';
import { sarif } from './sarif.ts';
import { gatesAsTests, reportAsTests } from './tests.ts';

/** Writes a report in each format. */
export const writers = {
  json,
  html: htmlReport,
  markdown,
  ctrf: (report) => ctrf(reportAsTests(report)),
  sarif: (report) => sarif(clientRulesAsProblems(report)),
  junit: (report) => junit(gatesAsTests(report)),
} as const satisfies Record<FormatName, (report: Report) => string>;
