import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Outline, outlineHtml, outlineMarkdown, outlineText } from '../../report/formats/outline.ts';
import { version } from '../../version.ts';
import type { Io } from '../io.ts';
import { written } from '../write-report.ts';

/** The files that a verb of several runs writes, by the names of their flags. */
export interface TrialFiles {
  json?: string | undefined;
  html?: string | undefined;
  markdown?: string | undefined;
}

/** Writes a report to its files, as Markdown also to the summary of a GitHub job, and prints it. */
export function writeTrials(
  { json, html, markdown }: TrialFiles,
  report: object,
  outline: Outline,
  io: Io,
): void {
  const { env, stderr } = io;
  if (json !== undefined) writeJson(json, report, io);
  writeText(html, () => outlineHtml(outline, `creator-sandbox ${version}`), io);
  writeText(markdown, () => outlineMarkdown(outline), io);
  const summary = env['GITHUB_STEP_SUMMARY'];
  if (summary) written(summary, () => appendFileSync(summary, outlineMarkdown(outline)));
  stderr.write(outlineText(outline));
}

export function writeText(file: string | undefined, text: () => string, { cwd }: Pick<Io, 'cwd'>): void {
  if (file !== undefined) written(file, () => writeFileSync(resolve(cwd, file), text()));
}

/** Replaces a file at once: a reader never finds half of it. */
export function writeJson(file: string, content: object, { cwd }: Pick<Io, 'cwd'>): void {
  const path = resolve(cwd, file);
  written(file, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`);
    renameSync(`${path}.new`, path);
  });
}
