import { indentedJson } from '../../core/json-text.ts';
import { ctrf } from './ctrf.ts';
import { junit, type RunClock } from './junit.ts';
import type { FormatName } from './names.ts';
import { type Outline, outlineHtml, outlineMarkdown } from './outline.ts';
import { type Problems, sarif } from './sarif.ts';
import { type SourceFiles, usualSources } from './source-files.ts';
import type { TestRun } from './tests.ts';

/** The findings of a verb that runs a command many times, in the shapes from which all formats are written. */
export interface Findings {
  readonly report: object;
  readonly outline: Outline;
  readonly tests: TestRun;
  readonly problems: Problems;
}

/** Writes findings in a format. @param clock of the runs */
export function writtenFindings(
  { report, outline, tests, problems }: Findings,
  name: FormatName,
  clock: RunClock = { clock: 'real' },
  sources: SourceFiles = usualSources,
): string {
  const writers = {
    json: () => indentedJson(report),
    html: () => outlineHtml(outline, `creator-sandbox ${tests.version}`),
    markdown: () => outlineMarkdown(outline),
    ctrf: () => ctrf(tests),
    sarif: () => sarif(problems, sources),
    junit: () => junit(tests, clock),
  } satisfies Record<FormatName, () => string>;
  return writers[name]();
}
