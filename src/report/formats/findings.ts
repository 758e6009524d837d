import { ctrf } from './ctrf.ts';
import { junit } from './junit.ts';
import type { FormatName } from './names.ts';
import { type Outline, outlineHtml, outlineMarkdown } from './outline.ts';
import { type Problems, sarif } from './sarif.ts';
import type { TestRun } from './tests.ts';

/** The findings of a verb that runs a command many times, in the shapes from which all formats are written. */
export interface Findings {
  readonly report: object;
  readonly outline: Outline;
  readonly tests: TestRun;
  readonly problems: Problems;
}

/** Writes findings in a format. */
export function writtenFindings({ report, outline, tests, problems }: Findings, name: FormatName): string {
  const writers = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    html: () => outlineHtml(outline, `creator-sandbox ${tests.version}`),
    markdown: () => outlineMarkdown(outline),
    ctrf: () => ctrf(tests),
    sarif: () => sarif(problems),
    junit: () => junit(tests),
  } satisfies Record<FormatName, () => string>;
  return writers[name]();
}
