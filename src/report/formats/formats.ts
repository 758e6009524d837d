import type { Report } from '../model.ts';
import { ctrf } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif.ts';

/** The formats that are written to files, by the name of their flag. */
export const formats = {
  json: { write: json, about: 'JSON, as in report.schema.json' },
  html: { write: htmlReport, about: 'one HTML page without script' },
  markdown: { write: markdown, about: 'Markdown, for the summary of a job' },
  ctrf: { write: ctrf, about: 'CTRF, with the cells and gates as tests' },
  sarif: { write: sarif, about: 'SARIF, with the lints' },
  junit: { write: junit, about: 'JUnit XML, with the gates as tests' },
} as const satisfies Record<string, { write: (report: Report) => string; about: string }>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
