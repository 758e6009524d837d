import { Refusal } from '../core/errors.ts';

/** A required query parameter. @throws Refusal `invalid` when it is missing, empty or given twice */
export function requiredText(query: unknown, name: string): string {
  const value = (query as Record<string, unknown>)[name];
  if (typeof value !== 'string' || value === '') throw new Refusal('invalid');
  return value;
}
