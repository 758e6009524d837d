import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Difference } from '../contract/difference.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { findOperation, type OperationId, operations } from '../core/operations.ts';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';
import { makeFolder } from '../system/make-folder.ts';
import { parseFile } from '../system/read-file.ts';
import { replaceFile } from '../system/write-file.ts';
import { redactedDifference } from './redacted-difference.ts';

/** Its name in a folder of recordings. */
export const agreementName = 'agreement.json';

/** The differences of one operation that a file keeps. */
const maxDifferences = 100;

const InstantText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

const AgreementDifference = Type.Object(
  {
    kind: choice(['shape', 'type', 'status', 'code', 'invariant']),
    place: Type.String({
      maxLength: 500,
      description: '`status`, `header <name>`, or a JSON pointer into the body or the events of a stream.',
    }),
    expected: Type.String({ maxLength: 500, description: 'The answer of the sandbox.' }),
    actual: Type.String({
      maxLength: 500,
      description: 'The answer of the service: of its data the type only.',
    }),
    since: Type.String({ ...InstantText, description: 'The first run in a row that found it.' }),
    exchanges: Type.Integer({ minimum: 1, description: 'The exchanges of the last run that differ so.' }),
  },
  closedAs('AgreementDifference'),
);

const OperationAgreement = Type.Object(
  {
    operation: Type.String({ maxLength: 100 }),
    lastComparedAt: nullable(InstantText),
    lastAgreedAt: nullable(
      Type.String({
        ...InstantText,
        description: 'The instant at which the service last answered as the sandbox does.',
      }),
    ),
    exchanges: Type.Integer({ minimum: 0, description: 'Compared in the last run that called it.' }),
    differences: Type.Array(AgreementDifference, {
      maxItems: maxDifferences,
      description: 'The differences of the last run that called it.',
    }),
  },
  closedAs('OperationAgreement'),
);
export type OperationAgreement = Static<typeof OperationAgreement>;

/** The agreement of the sandbox with a service, by operation, in the order of the contract. */
const Agreement = Type.Object(
  { operations: Type.Array(OperationAgreement, { maxItems: 1_000 }) },
  { ...closed, description: 'The instants at which operations last agreed with the service, by real time.' },
);
export type Agreement = Static<typeof Agreement>;

/** Collects what the exchanges of a run say about the agreement with a service. */
export interface AgreementLog {
  /** @param at when the service answered, in epoch milliseconds of real time */
  note(operation: OperationId, differences: readonly Difference[], at: number): void;
  /** By operation, in the order of the contract. */
  summary(): OperationAgreement[];
}

interface Noted {
  at: string;
  exchanges: number;
  /** Differences by their way. */
  readonly ways: Map<string, Difference & { exchanges: number }>;
}

export function createAgreementLog(): AgreementLog {
  const byOperation = new Map<OperationId, Noted>();

  return {
    note(operation, differences, at) {
      const noted: Noted = byOperation.get(operation) ?? { at: '', exchanges: 0, ways: new Map() };
      byOperation.set(operation, noted);
      noted.exchanges += 1;
      const instant = new Date(at).toISOString();
      if (instant > noted.at) noted.at = instant;
      const found = new Map(differences.map(placed).map((each) => [wayOf(each), each]));
      for (const [way, difference] of found) {
        const known = noted.ways.get(way);
        if (known) known.exchanges += 1;
        else if (noted.ways.size < maxDifferences) noted.ways.set(way, { ...difference, exchanges: 1 });
      }
    },
    summary: () =>
      operations.flatMap(({ id }) => {
        const noted = byOperation.get(id);
        if (!noted) return [];
        const { at, exchanges, ways } = noted;
        return {
          operation: id,
          lastComparedAt: at,
          lastAgreedAt: ways.size === 0 ? at : null,
          exchanges,
          differences: [...ways.values()].map((each) => ({ ...each, since: at })),
        };
      }),
  };
}

/** A difference as a file shows it; elements of a list are alike. */
function placed(difference: Difference): Difference {
  const shown = redactedDifference(difference);
  return { ...shown, place: shown.place.replace(/\/\d+(?=\/|$)/g, '/*') };
}

const wayOf = ({ kind, place, expected, actual }: Difference): string =>
  `${kind} ${place} ${expected} ${actual}`;

let validate: ValidateFunction<Agreement> | undefined;

/**
 * Reads a file of the agreement with a service.
 * @returns none where there is no file yet @throws UsageError for a file that is something else
 */
export function readAgreement(file: string): Agreement {
  if (!statSync(file, { throwIfNoEntry: false })) return { operations: [] };
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

/**
 * Puts what a run compared in the place of what an earlier one found for the same operations. What that one found too
 * keeps its date.
 * @throws UsageError for a file that is something else, and the error of the file system
 */
export function addToAgreement(file: string, log: AgreementLog): Agreement {
  const byName = new Map(readAgreement(file).operations.map((each) => [each.operation, each]));
  for (const compared of log.summary()) {
    const { lastAgreedAt = null, differences = [] } = byName.get(compared.operation) ?? {};
    const dates = new Map(differences.map((each) => [wayOf(each), each.since]));
    byName.set(compared.operation, {
      ...compared,
      lastAgreedAt: compared.lastAgreedAt ?? lastAgreedAt,
      differences: compared.differences.map((each) => ({
        ...each,
        since: dates.get(wayOf(each)) ?? each.since,
      })),
    });
  }
  const agreement = { operations: operations.flatMap(({ id }) => byName.get(id) ?? []) };
  makeFolder(dirname(file));
  replaceFile(file, indentedJson(agreement));
  return agreement;
}

/** The date of a difference that a run found. @returns null where the agreement has none, as for an unknown path */
export function sinceWhen(agreement: Agreement, operation: string | null, found: Difference): string | null {
  const differences = agreement.operations.find((each) => each.operation === operation)?.differences ?? [];
  const way = wayOf(placed(found));
  return differences.find((each) => wayOf(each) === way)?.since ?? null;
}

/** The same with every operation, also those that were never compared. */
export function wholeAgreement({ operations: compared }: Agreement): Agreement {
  const byName = new Map(compared.map((each) => [each.operation, each]));
  const never = { lastComparedAt: null, lastAgreedAt: null, exchanges: 0, differences: [] };
  return { operations: operations.map(({ id }) => byName.get(id) ?? { operation: id, ...never }) };
}
