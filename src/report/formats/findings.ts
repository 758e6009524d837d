import { indentedJson } from '../../core/json-text.ts';
import type { Annotation } from './annotations.ts';
import { junit, type RunClock } from './junit.ts';
import type { FormatName } from './names.ts';
import { type Outline, outlineHtml, outlineMarkdown } from './outline.ts';
import type { TestRun } from './tests.ts';

/** The findings of a verb that runs a command many times, in the shapes from which all formats are written. */
export interface Findings {
  readonly report: object;
  readonly outline: Outline;
  readonly tests: TestRun;
  readonly annotations: readonly Annotation[];
}

/** Writes findings in a format. @param clock of the runs */
export function writtenFindings(
  { report, outline, tests }: Findings,
  name: FormatName,
  clock: RunClock = { clock: 'real' },
): string {
  const writers = {
    json: () => indentedJson(report),
    html: () => outlineHtml(outline, `creator-sandbox ${tests.version}`),
    markdown: () => outlineMarkdown(outline),
    junit: () => junit(tests, clock),
  } satisfies Record<FormatName, () => string>;
  return writers[name]();
}
