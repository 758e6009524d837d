import type { Page, Schema } from './documents.ts';

/** The choices of a `fields` parameter, each with its price. */
export type Fields =
  /** A list of names. */
  | { kind: 'names'; prices: Prices }
  /** A number of items of each list, at a price for each item. */
  | { kind: 'counts'; prices: Prices }
  /** Records that a search adds to each creator, whole or with a selection of fields. */
  | { kind: 'records'; records: Readonly<Record<string, { whole: number | undefined; fields: Fields }>> };

type Prices = Readonly<Record<string, number | undefined>>;

/** The value of `fields`; undefined = the parameter is absent. */
export type Picked = readonly string[] | PickedParts | undefined;
export interface PickedParts {
  readonly [part: string]: Picked | number;
}

/** The choices of an operation; undefined if it has no `fields`. @param pages all of its document */
export function fieldsOf(page: Page, pages: readonly Page[]): Fields | undefined {
  const { parameters, requestBody } = page.operation;
  const parameter = parameters?.find(({ name }) => name === 'fields');
  const schema =
    parameter?.schema ??
    parameter?.content?.['application/json']?.schema ??
    requestBody?.content['application/json']?.schema?.properties?.['fields'];
  return schema && read(schema, page, pages);
}

function read(schema: Schema, page: Page | undefined, pages: readonly Page[]): Fields {
  const priceOf = (name: string): number | undefined => page?.operation['x-price']?.fields?.[name];
  const priced = (names: readonly string[]): Prices =>
    Object.fromEntries(names.map((name) => [name, priceOf(name)]));
  if (schema.type === 'array')
    return { kind: 'names', prices: priced((schema.items?.enum ?? []).map(String)) };
  const parts = Object.entries(schema.properties ?? {});
  if (parts.every(([, part]) => [part.type].flat().includes('integer')))
    return { kind: 'counts', prices: priced(parts.map(([name]) => name)) };
  return {
    kind: 'records',
    records: Object.fromEntries(
      parts.map(([name, part]) => {
        // `profile` in the fields of /clip/search is the record of /clip/profile.
        const path = page?.path.replace(/[^/]+$/, name);
        const lookup = pages.find((each) => each.path === path);
        return [name, { whole: lookup?.operation['x-price']?.credits, fields: read(part, lookup, pages) }];
      }),
    ),
  };
}

/** `fields` in a query: names one by one, anything else as JSON. */
export const inQuery = (picked: Picked): [string, string][] =>
  picked === undefined
    ? []
    : isNames(picked)
      ? picked.map((name) => ['fields', name])
      : [['fields', JSON.stringify(picked)]];

export const isNames = (picked: Picked | number): picked is readonly string[] => Array.isArray(picked);

/** Replaces one part, or removes it if `part` is undefined; undefined when no part is left. */
export function withPart(picked: Picked, name: string, part: Picked | number): PickedParts | undefined {
  const { [name]: _, ...rest } = (isNames(picked) ? {} : (picked ?? {})) as PickedParts;
  const next = part === undefined ? rest : { ...rest, [name]: part };
  return Object.keys(next).length === 0 ? undefined : next;
}
