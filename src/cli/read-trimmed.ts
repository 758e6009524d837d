import { type Static, Type } from '@sinclair/typebox';
import type { TrimmedFields } from '../bill/proposals.ts';
import { CallSiteSchema } from '../report/model.ts';
import type { Io } from './io.ts';
import { readJsonFile } from './read-json-file.ts';

/** The part of a report of `trim` that others read. */
const TrimFile = Type.Object({
  sites: Type.Array(
    Type.Object({
      operation: Type.String(),
      fields: Type.Optional(Type.Unknown()),
      callSite: Type.Optional(CallSiteSchema),
      before: Type.Number({ minimum: 0, maximum: 1e12 }),
      after: Type.Number({ minimum: 0, maximum: 1e12 }),
    }),
  ),
});

/** Reads the report that `trim --json` wrote. @throws UsageError */
export const readTrimmed = (name: string, io: Io): TrimmedFields[] =>
  readJsonFile<Static<typeof TrimFile>>(name, io, {
    noun: 'report of trim',
    schema: TrimFile,
    hint: 'Write it with trim --json.',
  }).sites.map(({ fields, callSite, ...site }) => ({ ...site, fields, ...(callSite && { callSite }) }));
