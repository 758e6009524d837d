import { isObject } from '../core/values.ts';
import type { Elsewhere, ExchangeRequest } from './exchange.ts';

/** Values that exist at a target, by subject: `clip.creator` → a handle. */
export type Subjects = Map<string, string | number>;

/** The subjects that an exchange needs. */
export const subjectsNeededBy = ({ subjects = {} }: Elsewhere): string[] => Object.values(subjects).flat();

/** Replaces the values of the sandbox's fixtures by those that exist at the target. */
export function withSubjects(
  request: ExchangeRequest,
  { subjects = {} }: Elsewhere,
  known: Subjects,
): ExchangeRequest {
  const values = Object.entries(subjects).map(([name, needed]) => [
    name,
    typeof needed === 'string' ? known.get(needed) : needed.map((each) => known.get(each)),
  ]);
  if (values.length === 0) return request;
  if (!isObject(request.body))
    return {
      ...request,
      query: {
        ...request.query,
        ...Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
      },
    };
  return { ...request, body: { ...request.body, ...Object.fromEntries(values) } };
}

/** Takes values of subjects from a reply; known ones do not change. */
export function learnSubjects({ gives = {} }: Elsewhere, body: unknown, known: Subjects): void {
  for (const [subject, place] of Object.entries(gives)) {
    const { at, plus = 0 } = typeof place === 'string' ? { at: place } : place;
    const found = firstAt(body, at.split('/').slice(1));
    if (known.has(subject)) continue;
    if (typeof found === 'number') known.set(subject, Math.max(0, found + plus));
    else if (found !== undefined) known.set(subject, found);
  }
}

function firstAt(value: unknown, [step, ...rest]: readonly string[]): string | number | undefined {
  if (step === undefined)
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined;
  if (step === '*' && Array.isArray(value)) {
    for (const element of value) {
      const found = firstAt(element, rest);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isObject(value) || Array.isArray(value)
    ? firstAt((value as Record<string, unknown>)[step], rest)
    : undefined;
}
