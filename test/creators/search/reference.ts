import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { dayMs } from '../../../src/core/durations.ts';

/**
 * The expected result of a search, by brute force: it reads names and values from the records that clients
 * see, and compares each. It shares no code with the indexes.
 */
export interface Subject {
  id: string;
  values: Record<string, Value>;
}

export type Value = number | boolean | string | readonly string[];

/** How a name compares, if it has a way other than `=`, `>` and `<`. */
export type Mode = 'caseless' | 'contains' | 'handle' | 'age';

export interface Reference {
  subjects: readonly Subject[];
  modes: Readonly<Record<string, Mode>>;
  sortable: readonly string[];
  order: { by: string; desc: boolean };
  now: number;
}

export interface JsonFilter {
  filterName: string;
  op: string;
  value: string | number | boolean | readonly string[];
  isFuzzySearch?: boolean;
}

export interface JsonSearch {
  filters: JsonFilter[];
  /** Subjects that meet all filters of a list are left out. */
  without?: JsonFilter[][];
  sortBy?: string;
  desc?: boolean;
}

/** The ids of all matches, in order. */
export function expected(of: Reference, { filters, without = [], sortBy, desc }: JsonSearch): string[] {
  const meets = (subject: Subject, all: readonly JsonFilter[]): boolean =>
    all.every((filter) => holds(of, subject, filter));
  const key = sortBy ?? of.order.by;
  const sign = (desc ?? (sortBy === undefined && of.order.desc)) ? -1 : 1;
  return of.subjects
    .filter((subject) => meets(subject, filters) && !without.some((all) => meets(subject, all)))
    .sort(
      (a, b) =>
        sign * compare(a.values[key] as number | string, b.values[key] as number | string) ||
        compare(a.id, b.id),
    )
    .map(({ id }) => id);
}

function holds(of: Reference, { values }: Subject, filter: JsonFilter): boolean {
  const mode = of.modes[filter.filterName];
  const value = values[filter.filterName];
  if (value === undefined) throw new Error(`no value ${filter.filterName}`);
  if (typeof value === 'boolean') return value === filter.value;
  if (typeof value === 'number') {
    const given = filter.value as number;
    const figure = mode === 'age' ? (of.now - value) / dayMs : value;
    if (filter.op === '>') return figure > given;
    if (filter.op === '<') return figure < given;
    return mode === 'age' ? figure >= given && figure < given + 1 : figure === given;
  }
  const texts = typeof value === 'string' ? [value] : value;
  const sought = [filter.value].flat() as string[];
  return texts.some((text) => sought.some((one) => matches(text, one, filter.isFuzzySearch ?? false, mode)));
}

function matches(text: string, sought: string, fuzzy: boolean, mode: Mode | undefined): boolean {
  const bare = mode === 'handle' && sought.startsWith('@') ? sought.slice(1) : sought;
  if (fuzzy || mode === 'contains') return text.toLowerCase().includes(bare.toLowerCase());
  return mode === 'caseless' ? text.toLowerCase() === bare.toLowerCase() : text === bare;
}

/** By value, or by code point, which is the order of bytes in UTF-8. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.from(String(a)).compare(Buffer.from(String(b)));
}

/** Searches that usually find something, because their values are those of some subjects or close to them. */
export function searches(of: Reference, { maxFilters = 5, lists = true } = {}): fc.Arbitrary<JsonSearch> {
  const names = Object.keys(of.subjects[0]?.values ?? {});
  const subject = fc.nat({ max: of.subjects.length - 1 });
  const filter = fc
    .record({
      name: fc.nat({ max: names.length - 1 }),
      subjects: fc.array(subject, { minLength: 1, maxLength: 6 }),
      choice: fc.nat({ max: 11 }),
      cut: fc.nat({ max: 1000 }),
    })
    .map(({ name, subjects, choice, cut }): JsonFilter => {
      const filterName = names[name] as string;
      const mode = of.modes[filterName];
      const values = subjects.map((at) => of.subjects[at]?.values[filterName] as Value);
      const [value] = values;
      if (typeof value === 'boolean') return { filterName, op: '=', value: choice < 6 };
      if (typeof value === 'number') return numberFilter(filterName, value, mode, of.now, choice);
      const texts = values.flatMap((each) => each as string | string[]);
      return textFilter(filterName, texts.length > 0 ? texts : ['nothing'], mode, choice, cut);
    });
  return fc
    .record({
      filters: fc.array(filter, { minLength: 1, maxLength: maxFilters }),
      sort: fc.option(fc.nat({ max: of.sortable.length - 1 }), { nil: undefined }),
      desc: fc.option(fc.boolean(), { nil: undefined }),
    })
    .map(({ filters, sort, desc }) => ({
      filters: lists ? filters : filters.filter(({ value }) => !Array.isArray(value)),
      ...(sort !== undefined && { sortBy: of.sortable[sort] as string }),
      ...(desc !== undefined && { desc }),
    }));
}

function numberFilter(
  filterName: string,
  value: number,
  mode: Mode | undefined,
  now: number,
  choice: number,
): JsonFilter {
  const near = mode === 'age' ? Math.floor((now - value) / dayMs) : value;
  const op = choice < 5 ? '>' : choice < 10 ? '<' : '=';
  const drift = op === '=' ? 0 : [0, 1, -1, 0.00005, near / 3][choice % 5];
  return { filterName, op, value: near + (drift ?? 0) };
}

function textFilter(
  filterName: string,
  texts: readonly string[],
  mode: Mode | undefined,
  choice: number,
  cut: number,
): JsonFilter {
  const [text = ''] = texts;
  const from = text.length === 0 ? 0 : cut % text.length;
  const part = text.slice(from, from + 1 + (cut % 7));
  if (choice < 3) return { filterName, op: 'in', value: texts.slice(0, 5) };
  if (choice < 5) return { filterName, op: '=', value: part.toUpperCase(), isFuzzySearch: true };
  if (choice === 5) return { filterName, op: 'in', value: [part, 'zzz'], isFuzzySearch: true };
  if (choice === 6) return { filterName, op: '=', value: text.toUpperCase(), isFuzzySearch: false };
  if (choice === 7) return { filterName, op: '=', value: `@${text}` };
  return { filterName, op: '=', value: mode === 'contains' ? part : text };
}
