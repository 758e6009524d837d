import { queryIn } from './query.ts';
import { isObject } from './values.ts';

/** Parameters that name what is looked up, submitted or searched by words. */
const naming = /^(?:\w*Ids?|postLink|brandName|brandUrl|description)$/;

/** Longer subjects are cut. */
const maxCharacters = 120;

/**
 * The subject of a request in a few words: the creators that it names, its filters or its description.
 * @param url path and query
 * @param body as JSON; undefined or null without one
 * @returns null if it has none
 */
export function requestSubject(url: string, body: unknown): string | null {
  const query = new URLSearchParams(queryIn(url));
  const given: [string, unknown][] = [...query, ...(isObject(body) ? Object.entries(body) : [])];
  const parts = given.flatMap(([name, value]) =>
    name === 'filters' ? filterSubjects(value) : naming.test(name) ? namedSubjects(value) : [],
  );
  return parts.length === 0 ? null : cut(parts.join(', '));
}

/** A request's path and query as one text, from what the journal shows of them. */
export function pathAndQuery(
  path: string,
  query: Readonly<Record<string, string | readonly string[]>>,
): string {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

const namedSubjects = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);

/** The filters of both generations: `totalFollowers > 1000`. */
const filterSubjects = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map((filter) => {
    const { filterName, filterKey, op, value: wanted } = filter;
    return [filterName ?? filterKey, op, valueText(wanted)].filter((part) => part !== undefined).join(' ');
  });

const valueText = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

const cut = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
