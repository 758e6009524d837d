import { indentedJson } from '../../core/json-text.ts';
import type { Report } from '../model.ts';
import { htmlReport } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { FormatName } from './names.ts';
import { gatesAsTests } from './tests.ts';

/** Writes a report in each format. */
export const writers = {
  json: (report) => indentedJson(report),
  html: htmlReport,
  markdown,
  junit: (report) => junit(gatesAsTests(report), report),
} as const satisfies Record<FormatName, (report: Report) => string>;
