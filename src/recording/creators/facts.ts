import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { isObject } from '../../core/values.ts';
import type { RecordedCreator, RecordedSource, SourceKind } from './sources.ts';

/** Where a fact stands: the kind of source, and the names down to it. */
export type FactPlace = readonly [kind: SourceKind, ...names: string[]];

/** Reads facts of one creator: the newest recorded value wins, and another one of the same day is told. */
export interface CreatorFacts {
  /** @param schema of the value; others count as unknown @param read makes it of the recorded value */
  get<T>(schema: TSchema, places: readonly FactPlace[], read?: (value: unknown) => unknown): T | undefined;
  readonly contradictions: ReadonlySet<string>;
}

const factAjv = new Ajv({ strict: false });
const factValidators = new Map<TSchema, ValidateFunction>();

function isOfSchema(schema: TSchema, value: unknown): boolean {
  const validate = factValidators.get(schema) ?? factAjv.compile(schema);
  factValidators.set(schema, validate);
  return validate(value) === true;
}

export function factsOf({ platform, handle, sources }: RecordedCreator): CreatorFacts {
  const contradictions = new Set<string>();
  return {
    contradictions,
    get<T>(schema: TSchema, places: readonly FactPlace[], read = (value: unknown) => value) {
      const found: { place: FactPlace; source: RecordedSource; value: unknown }[] = [];
      for (const source of sources)
        for (const place of places) {
          const [kind, ...names] = place;
          const given = source.kind === kind ? valueAt(source.data, names) : undefined;
          const value = given === undefined ? undefined : read(given);
          if (isOfSchema(schema, value)) found.push({ place, source, value });
        }
      const [newest] = found;
      const other = found.find(
        ({ source, value }) =>
          newest &&
          calendarDay(source.at) === calendarDay(newest.source.at) &&
          !isEqualJson(value, newest.value),
      );
      if (newest && other)
        contradictions.add(
          `${platform} ${handle}: ${other.place.at(-1)} is ${shortJson(newest.value)} in ${newest.source.file}, ${shortJson(other.value)} in ${other.source.file}`,
        );
      return newest?.value as T | undefined;
    },
  };
}

const calendarDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const isEqualJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const shortJson = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

export function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** The elements of a list that are objects. */
export const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
