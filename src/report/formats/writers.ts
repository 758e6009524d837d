import type { Report } from '../model.ts';
import { ctrf } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { FormatName } from './names.ts';
import { sarif } from './sarif.ts';

/** Writes a report in each format. */
export const writers = { json, html: htmlReport, markdown, ctrf, sarif, junit } as const satisfies Record<
  FormatName,
  (report: Report) => string
>;
