import { type Static, Type } from '@sinclair/typebox';
import { formatCount } from '../core/count.ts';
import { dayMs } from '../core/durations.ts';
import { operations } from '../core/operations.ts';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';

/** The differences of one operation that a file keeps. */
export const maxAgreementDifferences = 100;

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
    decision: nullable(
      Type.String({
        maxLength: 100,
        description: 'The entry of the register that it contradicts; null if there is none.',
      }),
    ),
    exchanges: Type.Integer({ minimum: 1, description: 'The exchanges of the last run that differ so.' }),
  },
  closedAs('AgreementDifference'),
);
export type AgreementDifference = Static<typeof AgreementDifference>;

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
      maxItems: maxAgreementDifferences,
      description: 'The differences of the last run that called it.',
    }),
  },
  closedAs('OperationAgreement'),
);
export type OperationAgreement = Static<typeof OperationAgreement>;

/** The agreement of the sandbox with a service, by operation, in the order of the contract. */
export const Agreement = Type.Object(
  { operations: Type.Array(OperationAgreement, { maxItems: 1_000 }) },
  { ...closed, description: 'The instants at which operations last agreed with the service, by real time.' },
);
export type Agreement = Static<typeof Agreement>;

export const noAgreement: Agreement = { operations: [] };

/** The same with every operation, also those that were never compared. */
export function wholeAgreement({ operations: compared }: Agreement): Agreement {
  const byName = new Map(compared.map((each) => [each.operation, each]));
  return {
    operations: operations.map(
      ({ id }) =>
        byName.get(id) ?? {
          operation: id,
          lastComparedAt: null,
          lastAgreedAt: null,
          exchanges: 0,
          differences: [],
        },
    ),
  };
}

/** Whether a place holds what a call was charged, or would have been. */
export const isChargeAt = (place: string): boolean =>
  /\/(?:creditsUsed|quotaUsed|details\/(?:\d+|\*)\/required)$/.test(place);

/** The age in whole days, which says enough about it. */
export function ageOf(at: number, now: number): string {
  const days = Math.floor(Math.max(0, now - at) / dayMs);
  return days === 0 ? 'today' : `${formatCount(days, 'day')} ago`;
}
