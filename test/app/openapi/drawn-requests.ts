import fc from 'fast-check';
import { isObject } from '../../../src/core/values.ts';
import type { Choose } from '../../fuzz/choose.ts';
import { type Schema, valueByType } from '../../fuzz/values.ts';

/** A parameter of a query, as a document describes it. */
export interface DocumentedParameter {
  name: string;
  required: boolean;
  description?: string;
  example?: string;
  schema?: Schema;
  /** A value that is sent as JSON. */
  content?: Record<string, { schema: Schema }>;
}

export type Pair = [name: string, text: string];

/** A query of the parameters, most often one that they allow. */
export function drawQuery(parameters: readonly DocumentedParameter[], choose: Choose): Pair[] {
  const pairs = parameters.flatMap((parameter): Pair[] => {
    if (!choose.chance(parameter.required ? 0.96 : 0.4)) return [];
    const { name, example, schema, content } = parameter;
    if (example !== undefined && choose.chance(0.5)) return [[name, example]];
    if (content)
      return [[name, JSON.stringify(drawValue(content['application/json']?.schema ?? {}, choose))]];
    const value = drawValue(schema ?? {}, choose);
    return [value].flat().map((each) => [name, String(each)]);
  });
  if (pairs.length === 0 || choose.chance(0.6)) return pairs;
  const at = choose.below(pairs.length);
  const [name, text] = pairs[at] as Pair;
  if (choose.chance(0.15)) return [...pairs, [name, text]];
  return pairs.with(at, [name, choose.of([...oddTexts, `${text}0`, text.slice(1), text.toUpperCase()])]);
}

/** A body, most often one that the schema allows. */
export function drawBody(schema: Schema, sample: unknown, choose: Choose): unknown {
  const drawn = drawValue(schema, choose);
  const body =
    choose.chance(0.4) && isObject(sample) && isObject(drawn) ? withSome(drawn, sample, choose) : drawn;
  let changed = body;
  for (let left = choose.chance(0.5) ? 0 : 1 + choose.below(2); left > 0; left--)
    changed = changedAt(changed, choose);
  return changed;
}

/** The sample with some further members. */
function withSome(drawn: Record<string, unknown>, sample: Record<string, unknown>, choose: Choose) {
  const further = Object.entries(drawn).filter(([name]) => !(name in sample) && choose.chance(0.3));
  return { ...sample, ...Object.fromEntries(further) };
}

/** A value that the schema allows, or nearly. */
function drawValue(schema: Schema, choose: Choose): unknown {
  const { enum: words, const: constant, type, oneOf, anyOf, ...rest } = schema;
  const either = (oneOf ?? anyOf) as Schema[] | undefined;
  if (either) return drawValue(merged({ ...rest, type }, choose.of(either)), choose);
  if (constant !== undefined) return constant;
  if (Array.isArray(words)) return choose.of(words);
  const lengthOf = ({ minItems, maxItems }: Schema) => sizeOf(minItems, maxItems, choose);
  return valueByType(schema, choose, { objectOf, lengthOf, numberOf, textOf, valueOf: drawValue });
}

/** One of the alternatives beside what all of them share. */
function merged(shared: Schema, chosen: Schema): Schema {
  const properties = { ...(shared['properties'] as object), ...(chosen['properties'] as object) };
  const required = [shared['required'] ?? [], chosen['required'] ?? []].flat();
  return { ...shared, ...chosen, properties, required };
}

function objectOf({ properties = {}, required = [] }: Schema, choose: Choose): Record<string, unknown> {
  const named = Object.entries(properties as Record<string, Schema>).filter(
    ([name]) => (required as string[]).includes(name) || choose.chance(0.3),
  );
  return Object.fromEntries(named.map(([name, schema]) => [name, drawValue(schema, choose)]));
}

function sizeOf(least: unknown = 0, most: unknown = Number.POSITIVE_INFINITY, choose: Choose): number {
  const [from, to] = [Number(least), Math.min(Number(most), 120)];
  if (choose.chance(0.06)) return choose.of([from, to, Math.max(0, from - 1), to + 1]);
  return from + choose.below(Math.min(3, to - from + 1));
}

function numberOf({ minimum = -10, maximum = 1e9, type }: Schema, choose: Choose): number {
  const [least, most] = [Number(minimum), Number(maximum)];
  if (choose.chance(0.1)) return choose.of([least, most, least - 1, most + 1]);
  return (
    least +
    choose.below(Math.min(most - least, choose.of([3, 100, 1e6])) + 1) +
    (type === 'number' ? 0.25 : 0)
  );
}

function textOf({ pattern, minLength = 0, maxLength = 40 }: Schema, choose: Choose): string {
  if (typeof pattern === 'string' && choose.chance(0.9))
    return choose.of(textsMatching(pattern, Number(maxLength)));
  if (choose.chance(0.05))
    return 'a'.repeat(choose.of([Number(minLength), Number(maxLength), Number(maxLength) + 1]));
  return choose.of(words);
}

const matching = new Map<string, string[]>();
function textsMatching(pattern: string, maxLength: number): string[] {
  const all =
    matching.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 50 });
  matching.set(pattern, all);
  return all.filter(({ length }) => length <= maxLength);
}

const words = ['sample.creator', 'food', 'NZL', 'lanternfish-tea.example', 'food creators in Great Britain'];

/** Replaces, drops or adds something anywhere in the value. */
function changedAt(value: unknown, choose: Choose): unknown {
  if (Array.isArray(value) && value.length > 0 && choose.chance(0.8)) {
    const at = choose.below(value.length);
    return choose.chance(0.1) ? value.toSpliced(at, 1) : value.with(at, changedAt(value[at], choose));
  }
  if (isObject(value) && choose.chance(0.85)) {
    const names = Object.keys(value);
    if (names.length === 0 || choose.chance(0.1))
      return { ...value, [choose.of(['fields', 'more'])]: choose.of(oddValues) };
    const name = choose.of(names);
    if (choose.chance(0.15))
      return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
    return { ...value, [name]: changedAt(value[name], choose) };
  }
  return choose.of(oddValues);
}

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '007',
  '101',
  '366',
  '999',
  '1.5',
  'x',
  'a b',
  '@',
  'true',
  '[]',
  '{}',
  'null',
];
const oddLinks = [
  'http://',
  'https://a b',
  'ftp://a.example',
  'HTTP://a.example:99',
  'https://a.example:x',
  '//a.example',
];
const oddValues: readonly unknown[] = [
  ...[...oddTexts, ...oddLinks, 'x'.repeat(1_001)],
  ...[null, true, false, 0, 1, -1, 1.5, 101, 201, 1e21, [], {}, ['x'], [1], ['country:5'], { country: 1 }],
];
