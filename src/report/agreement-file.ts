import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { findOperation, operations } from '../core/operations.ts';
import { makeFolder } from '../system/make-folder.ts';
import { parseFile } from '../system/read-file.ts';
import { replaceFile } from '../system/write-file.ts';
import { Agreement, noAgreement, type OperationAgreement } from './agreement.ts';

/** Its name in a folder of recordings. */
export const agreementName = 'agreement.json';

let validate: ValidateFunction<Agreement> | undefined;

/**
 * Reads a file of the agreement with a service.
 * @returns none where there is no file yet @throws UsageError for a file that is something else
 */
export function readAgreement(file: string): Agreement {
  if (!statSync(file, { throwIfNoEntry: false })) return noAgreement;
  let content: unknown;
  try {
    content = parseFile(file, { maxMegabytes: 16 });
  } catch (error) {
    throw new UsageError(`The agreement in ${file} cannot be read: ${(error as Error).message}.`);
  }
  validate ??= new Ajv().compile<Agreement>(Agreement);
  const isAgreement = validate;
  if (!isAgreement(content)) {
    const [problem] = isAgreement.errors ?? [];
    throw new UsageError(
      `The agreement in ${file} cannot be read: ${problem?.instancePath || 'it'} ${problem?.message}.`,
    );
  }
  // A file may name operations that another version has.
  return { operations: content.operations.filter(({ operation }) => findOperation(operation)) };
}

/** Puts what a run compared in the place of what an earlier one found for the same operations. @throws UsageError */
export function addToAgreement(file: string, compared: readonly OperationAgreement[]): Agreement {
  const byName = new Map(readAgreement(file).operations.map((each) => [each.operation, each]));
  for (const each of compared) {
    const lastAgreedAt = each.lastAgreedAt ?? byName.get(each.operation)?.lastAgreedAt ?? null;
    byName.set(each.operation, { ...each, lastAgreedAt });
  }
  const agreement = { operations: operations.flatMap(({ id }) => byName.get(id) ?? []) };
  makeFolder(dirname(file));
  replaceFile(file, indentedJson(agreement));
  return agreement;
}
