import { isObject } from '../../src/core/values.ts';
import type { Choose } from './choose.ts';

/** A JSON schema of a document. */
export type Schema = Readonly<Record<string, unknown>>;

/** A value that fits the schema, or nearly: patterns are not read. */
export function fittingValue(schema: Schema, choose: Choose): unknown {
  const { enum: words, oneOf, const: constant } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(words)) return choose.of(words);
  if (Array.isArray(oneOf)) return fittingValue(choose.of(oneOf) as Schema, choose);
  return valueByType(schema, choose, { objectOf, lengthOf, numberOf, textOf, valueOf: fittingValue });
}

/** How values of the types are made that are not fixed by their type. */
interface Makers {
  objectOf(schema: Schema, choose: Choose): unknown;
  /** Of an array. */
  lengthOf(schema: Schema, choose: Choose): number;
  numberOf(schema: Schema, choose: Choose): number;
  textOf(schema: Schema, choose: Choose): string;
  /** Of an item. */
  valueOf(schema: Schema, choose: Choose): unknown;
}

/** A value of one of the types that the schema names. */
export function valueByType(schema: Schema, choose: Choose, make: Makers): unknown {
  switch (choose.of([schema['type'] ?? 'string'].flat())) {
    case 'object':
      return make.objectOf(schema, choose);
    case 'array':
      return Array.from({ length: make.lengthOf(schema, choose) }, () =>
        make.valueOf((schema['items'] ?? {}) as Schema, choose),
      );
    case 'integer':
    case 'number':
      return make.numberOf(schema, choose);
    case 'boolean':
      return choose.chance(0.5);
    case 'null':
      return null;
    default:
      return make.textOf(schema, choose);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, choose: Choose) {
  const named = Object.entries(properties as Record<string, Schema>).filter(
    ([name]) => (required as string[]).includes(name) || choose.chance(0.4),
  );
  const others = isObject(additionalProperties) && choose.chance(0.7) ? ['/a', '/filters/0', 'uniqueId'] : [];
  return Object.fromEntries([
    ...named.map(([name, schema]) => [name, fittingValue(schema, choose)]),
    ...others.map((name) => [name, fittingValue(additionalProperties as Schema, choose)]),
  ]) as Record<string, unknown>;
}

function lengthOf({ minItems = 0, maxItems = 10 }: Schema, choose: Choose): number {
  const [least, most] = [Number(minItems), Number(maxItems)];
  return choose.chance(0.1) ? choose.of([least, most, most + 1]) : least + choose.below(Math.min(4, most));
}

function numberOf({ minimum = 0, maximum = 1e6, type }: Schema, choose: Choose): number {
  const [least, most] = [Number(minimum), Number(maximum)];
  if (choose.chance(0.1)) return choose.of([least, most, least - 1, most + 1]);
  const span = Math.min(most - least, choose.of([3, 100, 1e5]));
  return least + choose.below(span + 1) + (type === 'number' && choose.chance(0.3) ? 0.125 : 0);
}

function textOf({ minLength = 0, maxLength = 40 }: Schema, choose: Choose): string {
  const [least, most] = [Number(minLength), Number(maxLength)];
  if (choose.chance(0.05)) return 'a'.repeat(Math.min(choose.of([least, most, most + 1]), 5_000));
  return choose.of(words);
}

/** Words that some operation understands. */
const words = [
  'sample.creator',
  'UCsample-creator00000000',
  'shanvideo01',
  'lanternfish-tea.example',
  'https://marmalade-sky.example',
  'no.such.creator',
  'demo-full',
  'clip/profile',
  'nls',
  'country',
  'performance',
  'food',
  'ES',
  'en',
  '7',
  '2026-05-01',
  '5s',
  '/clip/*',
  'cooking creators on clip in Spain with more than 10k followers',
];

/** A placeholder for raw JSON text that is inserted after serialisation. */
const rawMark = '@@raw@@';

/** JSON with some parts changed. The result may be invalid JSON. */
export function hostileJson(value: unknown, choose: Choose): string {
  let changed = value;
  for (let left = 1 + choose.below(3); left > 0; left--) changed = changedAt(changed, choose);
  const text = (JSON.stringify(changed) ?? '').replace(`"${rawMark}"`, () => rawJson(choose));
  const change = choose.chance(0.15) ? choose.of(textChanges) : undefined;
  return change && text.length < maxChangedCharacters ? change(text, choose) : text;
}

/** A text of thousands of long ones has no room for changes at each letter. */
const maxChangedCharacters = 10_000_000;

/** Goes down to a random part of the value and changes it there. */
function changedAt(value: unknown, choose: Choose): unknown {
  if (Array.isArray(value) && value.length > 0 && choose.chance(0.8)) {
    const at = choose.below(value.length);
    if (choose.chance(0.1)) return value.toSpliced(at, 1);
    if (choose.chance(0.1)) return repeated(value, choose.of([2, 11, 101, 5_000]));
    return value.with(at, changedAt(value[at], choose));
  }
  if (isObject(value) && choose.chance(0.85)) {
    const names = Object.keys(value);
    if (names.length === 0 || choose.chance(0.15))
      return { ...value, [choose.of(hostileNames)]: hostileValue(choose) };
    const name = choose.of(names);
    if (choose.chance(0.15))
      return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
    return { ...value, [name]: changedAt(value[name], choose) };
  }
  return hostileValue(choose);
}

const repeated = (list: readonly unknown[], length: number): unknown[] =>
  Array.from({ length }, (_, n) => list[n % list.length]);

const hostileNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  'fields',
  'x',
  'uniqueId',
  '\u0000',
  'hasOwnProperty',
];

export function hostileValue(choose: Choose): unknown {
  return choose.of<() => unknown>([
    () => null,
    () => choose.chance(0.5),
    () => choose.of([0, -1, 1.5, 2 ** 53, 1e21, -1e308, 1e-9, 100, 101, 1001]),
    () => hostileText(choose),
    () => hostileText(choose),
    () => rawMark,
    () => [],
    () => ({}),
    () => [hostileText(choose)],
    () => ({ [hostileText(choose)]: hostileText(choose) }),
    () => repeated([hostileText(choose), 1, null], choose.of([10, 100, 2_000])),
    () => Object.fromEntries(Array.from({ length: choose.of([21, 300, 3_000]) }, (_, n) => [`p${n}`, n])),
  ])();
}

export function hostileText(choose: Choose): string {
  if (choose.chance(0.03)) return choose.of(repetitions).repeat(choose.of([300, 3_000, 100_000]));
  return choose.chance(0.5) ? choose.of(hostileTexts) : choose.of(repetitions).repeat(1 + choose.below(40));
}

const repetitions = [
  'x',
  'a b ',
  '*?',
  '**a',
  '%',
  '(a+)+$',
  '\u{1f35c}',
  '\u0301',
  '[',
  '{',
  '"',
  '\\',
  '..',
  '1',
  '@',
  ',',
  '#a',
];

const hostileTexts = [
  '',
  ' ',
  '@',
  '\u0000',
  '\ud800',
  '\ufeff',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  'null',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(400),
  '0x10',
  '-1d',
  '1e9y',
  '9999-99-99',
  '+275760-09-13T00:00:00Z',
  '275760-09-13',
  '1970-01-01',
  '<script>',
  '../../etc/passwd',
  'sandbox:plan=5:x',
  'sandbox:unlimited,rate=1/1s:y',
  'demo-empty',
  '(?=(a+))\\1$',
  'İıſK',
];

/** JSON texts that no JavaScript value serialises to. */
const rawJson = (choose: Choose): string => {
  const depth = choose.of([3, 60, 700, 9_000]);
  return choose.of([
    () => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    () => `${'[{"filters":'.repeat(depth)}[]${'}]'.repeat(depth)}`,
    () => '1e400',
    () => '-0',
    () => '123456789012345678901234567890',
    () => '"\\ud800"',
    () => '{"__proto__":{"plan":1}}',
    () => '{"a":1,"a":2,"a":[]}',
  ])();
};

const textChanges: readonly ((text: string, choose: Choose) => string)[] = [
  (text, choose) => text.slice(0, choose.below(text.length + 1)),
  (text, choose) => text + choose.of(['x', '}', ',', '\u0000', '{}', '//']),
  (text) => text.replace(/"(\w+)":("[^"]*"|[\d.]+|true|false)/, '$&,$&'),
  (text) => text.replace(/"(\w+)":/, '"$1":"shadowed",$&'),
  (text) => `\ufeff${text}`,
  (text, choose) => text.replaceAll(/[:,]/g, (sign) => sign + ' \n\t'.repeat(choose.of([1, 50]))),
  (text) => text.replaceAll(/[a-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text) => text.replaceAll('"', "'"),
  (_, choose) => choose.of(['', ' ', 'null', '[]', '1', '"a"', '{', 'undefined', '{"a":}', 'a=1&b=2']),
];
