import { Type } from '@sinclair/typebox';
import { isInYears, parseInstant } from '../core/clock.ts';
import { formatDuration, maxDurationMs, parseDuration } from '../core/durations.ts';
import { nearestHint } from '../core/nearest.ts';
import { nearestOperation } from '../core/nearest-operation.ts';
import type { Deps } from '../service/http/deps.ts';
import { Problem } from './problem.ts';

/** A reply without content, for status 204. */
export const NoContent = Type.Unsafe<undefined>({ type: 'null' });

/** Bytes of a body with a match, which is compared with many requests. */
export const maxMatchBytes = 64 * 1024;

export const Instant = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], description });

export const Duration = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], description });

/** Epoch milliseconds or ISO 8601 → epoch milliseconds. @throws Problem 422 */
export function readInstant(name: string, given: number | string): number {
  const at = typeof given === 'number' ? given : parseInstant(given);
  if (isInYears(at)) return at;
  throw new Problem(
    422,
    Number.isFinite(at)
      ? `'${name}' is not in the years 1 to 9999: ${JSON.stringify(given)}.`
      : `'${name}' is not an instant: ${JSON.stringify(given)}. Give epoch milliseconds or ISO 8601.`,
  );
}

/** A duration such as 31d or -2h, or milliseconds → milliseconds. @throws Problem 422 */
export function readMilliseconds(name: string, given: number | string | undefined): number {
  if (typeof given === 'number' && Math.abs(given) <= maxDurationMs) return given;
  const duration = typeof given === 'string' ? parseDuration(given.replace(/^[+-]/, '')) : undefined;
  if (duration !== undefined) return String(given).startsWith('-') ? -duration : duration;
  throw new Problem(
    422,
    `'${name}' must be milliseconds or a duration such as 31d, not ${JSON.stringify(given) ?? 'absent'}.`,
  );
}

/** Milliseconds as `readMilliseconds` reads them. */
export const formatSignedDuration = (ms: number): string =>
  (ms < 0 ? '-' : '') + formatDuration(Math.abs(ms));

/** @throws Problem 422 with the nearest operation */
export function assertOperation({ operations }: Pick<Deps, 'operations'>, field: string, name: string): void {
  if (!operations.some(({ id }) => id === name))
    throw new Problem(
      422,
      `'${field}': ${JSON.stringify(name)} is not an operation; the nearest valid one is ${nearestOperation(name, operations)}.`,
    );
}

/** @throws Problem 422 for an id of a decision that no single reply can have */
export function assertCounted({ decisions }: Pick<Deps, 'decisions'>, id: string): void {
  const found = decisions.all.find((decision) => decision.id === id);
  const ids = decisions.all.map((decision) => decision.id);
  if (!found) throw new Problem(422, `There is no such decision${nearestHint(id, ids)}.`);
  if (found.reliedOnBy === 'general')
    throw new Problem(422, `${id} is general: it applies to the sandbox, not to single replies.`);
}
