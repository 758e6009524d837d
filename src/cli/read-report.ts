import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { UsageError } from '../core/errors.ts';
import { type Report, reportSchema } from '../report/model.ts';
import type { Io } from './io.ts';

/** Reads a report that `--json` wrote. @throws UsageError */
export function readReport(name: string, { cwd }: Io): Report {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(resolve(cwd, name), 'utf8'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    throw new UsageError(`The report ${name} cannot be read: ${reason}.`);
  }
  const isReport = new Ajv({ strict: false }).compile<Report>(reportSchema());
  if (isReport(content)) return content;
  const [first] = isReport.errors ?? [];
  throw new UsageError(
    `${name} is not a report: ${first?.instancePath || 'it'} ${first?.message}. Write reports with --json.`,
  );
}
