import { type Report, reportSchema, withCurrentMembers } from '../report/model.ts';
import type { Io } from './io.ts';
import { readJsonFile } from './read-json-file.ts';

/** Reads a report that `--json` wrote. @throws UsageError */
export const readReport = (name: string, io: Io): Report =>
  readJsonFile(name, io, {
    noun: 'report',
    schema: reportSchema(),
    hint: 'Write reports with --json.',
    upgrade: withCurrentMembers,
  });
