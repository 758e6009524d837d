import { expect } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import { refusals } from '../../../src/service/v3/refusals.ts';
import { noon } from '../../harness.ts';

const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);

/** The whole body of a success (contract 2.2). */
export const success = (data: unknown, creditsUsed: number, creditsAvailable: number, timestamp = noon) => ({
  data,
  creditsUsed,
  creditsAvailable,
  traceId,
  timestamp,
  errorCode: '',
  errorDescription: '',
  success: true,
});

/** The whole body of a refusal (contract 2.2), as the table words it. */
export function refused(kind: keyof typeof refusals, details?: readonly object[], timestamp = noon) {
  const { error, errorCode, message } = refusals[kind];
  return { success: false, error, message, errorCode, traceId, timestamp, ...(details && { details }) };
}

/** An entry of `details[]`. */
export interface Detail {
  field: string;
  message: string;
  code: string;
}

/** A validation error takes its message from the first of its details. */
export const invalid = (...details: Detail[]) => ({
  ...refused('invalid', details),
  message: details[0]?.message,
});

/** The details of a 402 (contract 7.2(6)). */
export const shortfall = (required: number, available: number) => [
  { field: 'credits', message: `Required ${required}, available ${available}.`, required, available },
];

let accounts = 0;
/** A key of its own for each test. */
export const newKey = (operation: OperationId | 'rules' | 'mixed', terms = 'plan=1000,fractional') =>
  `sandbox:${terms}:${operation.replaceAll('/', '-')}-${accounts++}`;
